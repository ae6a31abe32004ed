package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.queue.LauncherLock;
import org.junit.jupiter.api.Test;

class WorkerIdentityTest {
    @Test
    void each_boot_has_an_id_of_its_own_that_fits_an_application_name() {
        var first = WorkerIdentity.create("1.0");
        var second = WorkerIdentity.create("1.0");

        assertThat(first.id()).isNotEqualTo(second.id()).matches("[A-Za-z0-9.-]+-[0-9a-f]{12}");
        assertThat(first.id().length()).isLessThanOrEqualTo(LauncherLock.longestWorkerId());
        assertThat(first.host()).isEqualTo(second.host());
    }

    @Test
    void a_build_without_a_version_says_so() {
        assertThat(WorkerIdentity.create(null).version()).isEqualTo("development");
    }
}
