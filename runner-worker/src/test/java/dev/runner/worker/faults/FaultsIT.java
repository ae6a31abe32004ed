package dev.runner.worker.faults;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The short form of {@code ./runner faults}: every scenario once. */
class FaultsIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    @SuppressWarnings("NullAway.Init") // set by JUnit
    static Path folder;

    private static @Nullable FaultServer server;

    @BeforeAll
    static void start() throws Exception {
        Faults.quieten();
        server = new FaultServer(folder);
    }

    @AfterAll
    static void stop() throws Exception {
        FaultServer started = server;
        if (started != null) {
            started.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothing_is_lost_doubled_or_left(Scenario scenario) throws Exception {
        FaultServer started = server;
        assumeTrue(started != null);
        Faults.once(scenario, started, folder.resolve(scenario.name()), Faults.seed(), 1, System.out::println);
    }
}
