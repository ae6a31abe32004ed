package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LauncherConfigTest {
    @ParameterizedTest
    @CsvSource({"10, 2500", "120, 30000", "480, 30000", "3600, 30000"})
    void a_worker_is_heard_of_four_times_in_a_lease_and_within_the_time_after_which_it_counts_as_dead(
            int leaseSeconds, int heartbeatMillis) {
        var config = new LauncherConfig(
                LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true, Duration.ofSeconds(leaseSeconds));

        assertThat(config.heartbeat()).isEqualTo(Duration.ofMillis(heartbeatMillis));
    }
}
