package dev.runner.worker.faults;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.slf4j.LoggerFactory;

/** Runs scenarios. */
final class Faults {
    private Faults() {}

    /** The pools here complain about what is done to them on purpose. */
    static void quieten() {
        ((Logger) LoggerFactory.getLogger("com.zaxxer.hikari")).setLevel(Level.OFF);
    }

    /** The seed that was asked for by {@code -Drunner.faults.seed}, or a new one. */
    static long seed() {
        String given = System.getProperty("runner.faults.seed", "");
        return given.isEmpty() ? new SplittableRandom().nextLong(1_000_000) : Long.parseLong(given);
    }

    static Figures once(Scenario scenario, FaultServer server, Path folder, long seed, int size, Consumer<String> tell)
            throws Exception {
        var figures = new Figures();
        long begin = System.nanoTime();
        tell.accept("%s, seed %d: %s".formatted(scenario, seed, scenario.title()));
        try (var site = new Site(folder, server)) {
            scenario.run(new Trial(site, new SplittableRandom(seed), size, figures));
        } catch (AssertionError e) {
            throw new AssertionError(
                    "%s with seed %d, see %s (%s): %s".formatted(scenario, seed, folder, figures, e.getMessage()), e);
        }
        tell.accept("    %d s: %s".formatted(WorkerFaults.since(begin).toSeconds(), figures));
        return figures;
    }
}
