package dev.runner.worker.faults;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.opentest4j.TestAbortedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./runner faults}: the scenarios at length, until the time is over. */
@Command(
        name = "./runner faults",
        mixinStandardHelpOptions = true,
        description = "Breaks a real installation again and again and checks what became of its jobs.")
final class FaultsMain implements Callable<Integer> {
    @Option(names = "--minutes", description = "Begin no new scenario after so many minutes; ${DEFAULT-VALUE}.")
    private int minutes = 15;

    @Option(names = "--rounds", description = "End after so many rounds of all scenarios; by default when time is up.")
    private int rounds = Integer.MAX_VALUE;

    @Option(
            names = "--size",
            description = "How many times as many jobs and faults as in the short form; ${DEFAULT-VALUE}.")
    private int size = 2;

    @Option(names = "--seed", description = "Repeats a run: moments, jobs and faults are drawn from it.")
    private long seed = new SplittableRandom().nextLong(1_000_000);

    @Option(names = "--folder", required = true, hidden = true, description = "Where everything is kept.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Parameters(arity = "0..*", description = "Scenarios; all of them by default: ${COMPLETION-CANDIDATES}")
    private List<Scenario> scenarios = new ArrayList<>();

    private final PrintStream out = System.out;
    private final Figures total = new Figures();
    private int trials;
    private int failures;

    public static void main(String[] args) {
        System.exit(new CommandLine(new FaultsMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Faults.quieten();
        List<Scenario> chosen = scenarios.isEmpty() ? Arrays.asList(Scenario.values()) : scenarios;
        long begin = System.nanoTime();
        Path run = Files.createTempDirectory(Files.createDirectories(folder), "run-");
        out.printf(Locale.ROOT, "seed %d, up to %d minutes; everything is in %s%n", seed, minutes, run);
        var random = new SplittableRandom(seed);
        try (var server = new FaultServer(run)) {
            for (int round = 1; round <= rounds; round++) {
                for (Scenario scenario : chosen) {
                    if (WorkerFaults.since(begin).compareTo(Duration.ofMinutes(minutes)) >= 0) {
                        return result();
                    }
                    // A later scenario with the seed it is shown with is the first one of that seed.
                    long own = trials == 0 ? seed : random.nextLong(1_000_000);
                    trial(scenario, server, run.resolve("%d-%s".formatted(round, scenario)), own);
                }
            }
        }
        return result();
    }

    private void trial(Scenario scenario, FaultServer server, Path where, long own) throws Exception {
        trials++;
        try {
            total.add(Faults.once(scenario, server, where, own, size, out::println));
        } catch (TestAbortedException e) {
            out.println("    skipped: " + e.getMessage());
        } catch (AssertionError e) {
            // What broke once is worth knowing; what breaks besides, too.
            out.println("FAILED: " + e.getMessage());
            failures++;
        }
    }

    private int result() {
        out.printf(Locale.ROOT, "%d trials, %d failed: %s%n", trials, failures, total);
        return failures == 0 ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }
}
