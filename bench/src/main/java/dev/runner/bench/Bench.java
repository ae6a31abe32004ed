package dev.runner.bench;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * {@code ./runner bench}: measures everything, or only what is named. Ends with code 1 when a target is missed, 2 when
 * asked for something that is not there.
 */
public final class Bench {
    private static final String HELP = """
            usage: ./runner bench [creates] [logs [megabytes]]

              creates   jobs per second through HTTP and by the core itself, against bare inserts; about three minutes
              logs      reading redacted logs; writes %d MB to the temporary directory unless told another size

            Without a name, all of them.""".formatted(LogBench.DEFAULT_MEGABYTES);

    private Bench() {}

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
            Report report = benchmark.run();
            report.print(System.out);
            code = Math.max(code, report.exitCode());
        }
        System.exit(code);
    }

    /** Empty when help was asked for. */
    private static List<Benchmark> choose(List<String> args) {
        if (args.isEmpty()) {
            return List.of(CreateBench::run, () -> LogBench.run(LogBench.DEFAULT_MEGABYTES));
        }
        var chosen = new ArrayList<Benchmark>();
        for (int i = 0; i < args.size(); i++) {
            switch (args.get(i)) {
                case "creates" -> chosen.add(CreateBench::run);
                case "logs" -> {
                    boolean sized = i + 1 < args.size() && args.get(i + 1).matches("[1-9][0-9]{0,5}");
                    int megabytes = sized ? Integer.parseInt(args.get(++i)) : LogBench.DEFAULT_MEGABYTES;
                    chosen.add(() -> LogBench.run(megabytes));
                }
                case "help", "-h", "--help" -> {
                    return List.of();
                }
                default -> throw new IllegalArgumentException("there is no measurement '%s'".formatted(args.get(i)));
            }
        }
        return chosen;
    }
}
