package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.execution.AttemptKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a cgroup given to it, which not every machine that runs the tests has to give. */
class CgroupTest {
    @TempDir
    Path folder;

    private Path root;
    private TestWorkspace workspace;

    @BeforeEach
    void a_cgroup_of_our_own() {
        Optional<Path> made = Stream.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
                .map(Path::of)
                .filter(mount -> Files.exists(mount.resolve("cgroup.procs")))
                .map(mount -> mount.resolve("runner-test-" + UUID.randomUUID()))
                .filter(CgroupTest::make)
                .findFirst();
        assumeTrue(made.isPresent(), "no cgroup version 2 may be made here");
        root = made.orElseThrow();
        workspace = new TestWorkspace(folder, TestWorkspace.config(folder).withCgroupRoot(made));
    }

    @AfterEach
    void it_is_empty_again() throws IOException {
        if (root != null) {
            workspace.close();
            Files.delete(root);
        }
    }

    @Test
    void a_daemon_without_markers_or_parents_is_ended_with_the_job() {
        AttemptKey key = workspace.shell("env -i setsid sh -c 'sleep 1000 & echo daemon $!'; exit 3");

        assertThat(workspace.exitCode(key)).isEqualTo(3);
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "daemon "))).isFalse();
        assertThat(workspace.ending(key).leaked()).isEmpty();
    }

    @Test
    void and_so_it_is_when_the_job_is_stopped_by_a_worker_that_adopted_it() throws Exception {
        AttemptKey key = workspace.shell("env -i setsid sh -c 'sleep 1000 & echo daemon $!'; sleep 1000");
        long daemon = workspace.pidIn(key, "daemon ");
        workspace.restart().find(key);

        var report = workspace.provider().stop(key, Duration.ofSeconds(5)).get(20, TimeUnit.SECONDS);

        assertThat(report.forced()).isTrue();
        assertThat(workspace.exitCode(key)).isEqualTo(143);
        assertThat(TestWorkspace.isAlive(daemon)).isFalse();
    }

    @Test
    void the_job_is_in_it_and_the_shim_is_not() {
        AttemptKey key = workspace.shell("cat /proc/self/cgroup /proc/$PPID/cgroup");

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(workspace.log(key).lines().filter(line -> line.startsWith("0::")))
                .hasSize(2)
                .filteredOn(line -> line.endsWith("runner-" + key))
                .hasSize(1);
    }

    private static boolean make(Path path) {
        try {
            Files.createDirectory(path);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
