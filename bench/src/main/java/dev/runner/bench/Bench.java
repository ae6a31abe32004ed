package dev.runner.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.slf4j.LoggerFactory;

/**
 * {@code ./runner bench}: measures everything, or only what is named. Ends with code 1 when a target is missed, 2 when
 * asked for something that is not there.
 */
public final class Bench {
    private static final String HELP = """
            usage: ./runner bench [creates] [claims] [jobs] [pickup] [takeover] [memory] [stats]
                                [logs [megabytes]] [browser]

              creates   jobs per second through HTTP and by the core itself, against bare inserts; about three minutes
              claims    taking jobs from a table with 200,000 waiting and 1,000,000 finished, against an empty one
              jobs      jobs per second through a worker, against a bare loop that starts the same processes
              pickup    from the commit of a create to the first byte of output, idle system
              takeover  from the kill -9 of a launcher to the next claim by its standby
              memory    of both programs, idle, with 200 running jobs, with 500 logs watched
              stats     statistics, lists and diagnostics with 200,000 waiting and 1,000,000 finished jobs
              logs      reading redacted logs; writes %d MB to the temporary directory unless told another size
              browser   opening and scrolling a log of a gigabyte in Chromium

            Without a name, all of them: about ten minutes, on a machine that does nothing else.""".formatted(LogBench.DEFAULT_MEGABYTES);

    /** In the order of a run without names. */
    private static final Map<String, Benchmark> PLAIN = plain();

    private static final Set<String> HELP_WORDS = Set.of("help", "-h", "--help");

    private Bench() {}

    private static Map<String, Benchmark> plain() {
        var all = new LinkedHashMap<String, Benchmark>();
        all.put("creates", CreateBench::run);
        all.put("claims", ClaimsBench::run);
        all.put("jobs", JobsBench::run);
        all.put("pickup", PickupBench::run);
        all.put("takeover", TakeoverBench::run);
        all.put("memory", MemoryBench::run);
        all.put("stats", StatsBench::run);
        return all;
    }

    private interface Benchmark {
        Report run() throws Exception;
    }

    public static void main(String[] args) throws Exception {
        List<Benchmark> chosen;
        try {
            chosen = choose(List.of(args));
        } catch (IllegalArgumentException e) {
            System.err.println("bench: " + e.getMessage());
            System.err.println(HELP);
            System.exit(2);
            return;
        }
        if (chosen.isEmpty()) {
            System.out.println(HELP);
            return;
        }
        // The figures are what is to be read; a server's start is not.
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).setLevel(Level.WARN);
        int code = 0;
        for (var benchmark : chosen) {
            sayLoad("before");
            Report report = benchmark.run();
            report.print(System.out);
            sayLoad("after");
            code = Math.max(code, report.exitCode());
        }
        System.exit(code);
    }

    /** What others do on the machine is in every figure; a reader must be able to tell. */
    private static void sayLoad(String when) {
        var system = ManagementFactory.getOperatingSystemMXBean();
        System.out.printf(
                Locale.ROOT,
                "%n%d processors, load average %s: %.1f%n",
                system.getAvailableProcessors(),
                when,
                system.getSystemLoadAverage());
    }

    /** Empty when help was asked for. */
    private static List<Benchmark> choose(List<String> args) {
        if (args.isEmpty()) {
            var all = new ArrayList<>(PLAIN.values());
            all.add(() -> LogBench.run(LogBench.DEFAULT_MEGABYTES));
            return all;
        }
        var chosen = new ArrayList<Benchmark>();
        for (int i = 0; i < args.size(); i++) {
            Benchmark plain = PLAIN.get(args.get(i));
            if (plain != null) {
                chosen.add(plain);
            } else if (args.get(i).equals("logs")) {
                boolean sized = i + 1 < args.size() && args.get(i + 1).matches("[1-9][0-9]{0,5}");
                int megabytes = sized ? Integer.parseInt(args.get(++i)) : LogBench.DEFAULT_MEGABYTES;
                chosen.add(() -> LogBench.run(megabytes));
            } else if (HELP_WORDS.contains(args.get(i))) {
                return List.of();
            } else {
                throw new IllegalArgumentException("there is no measurement '%s'".formatted(args.get(i)));
            }
        }
        return chosen;
    }
}
