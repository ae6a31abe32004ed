package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.FreezerGroup;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Ending;
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
    void groups_that_the_job_makes_in_it_are_emptied_and_removed_with_it() {
        AttemptKey key = workspace.shell("""
                group=%s/runner-$RUNNER_JOB_ID-1; mkdir -p $group/deep/er
                sh -c 'echo $$ >'$group'/deep/er/cgroup.procs; echo child $$; exec sleep 1000' &
                until grep -q . $group/deep/er/cgroup.procs; do sleep 0.01; done; exit 3
                """.formatted(root));

        assertThat(workspace.exitCode(key)).isEqualTo(3);
        assertThat(workspace.ending(key).leaked()).isEmpty();
        assertThat(root.resolve("runner-" + key)).doesNotExist();
    }

    @Test
    void who_cannot_be_ended_in_such_a_group_is_told() throws Exception {
        FreezerGroup freezer = FreezerGroup.create().orElse(null);
        assumeTrue(freezer != null, "nothing can be put into uninterruptible sleep here");
        AttemptKey key;
        try (freezer) {
            key = workspace.shell("""
                    group=%s/runner-$RUNNER_JOB_ID-1; mkdir $group/deep
                    sh -c '%s; echo $$ >'$group'/deep/cgroup.procs; echo child $$; exec sleep 1000' &
                    until grep -q . $group/deep/cgroup.procs; do sleep 0.01; done; %s; exit 3
                    """.formatted(root, freezer.enter(), freezer.freeze()));

            assertThat(workspace.ending(key).leaked()).hasSize(1);
        }
        var group = Cgroup.of(root, key);
        TestWorkspace.await(() -> !group.isPopulated());
        group.remove();
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

    @Test
    void a_job_that_forks_without_end_hits_its_own_limit() {
        limitedTo("pids", new JobLimits(40, 0, 0));

        AttemptKey bomb =
                workspace.start("bash", "-c", "for i in {1..400}; do sleep 1000 & done 2>/dev/null; jobs -p | wc -l");
        AttemptKey other = workspace.shell("sleep 0; exit 3");

        assertThat(workspace.exitCode(other)).isEqualTo(3);
        workspace.ending(bomb);
        assertThat(workspace.log(bomb)).doesNotContain("400");
    }

    @Test
    void one_that_eats_memory_hits_its_own_and_the_end_says_so() {
        limitedTo("memory", new JobLimits(0, 32 << 20, 0));

        AttemptKey key = workspace.shell("x=$(head -c 100000000 /dev/zero | tr '\\0' x)");

        assertThat(workspace.exitCode(key)).isEqualTo(137);
        assertThat(workspace.ending(key).stoppedBy()).contains(Ending.Limit.MEMORY_LIMIT);
    }

    @Test
    void and_so_it_does_for_a_worker_that_was_not_there() throws Exception {
        limitedTo("memory", new JobLimits(0, 32 << 20, 0));
        AttemptKey key = workspace.shell("x=$(head -c 100000000 /dev/zero | tr '\\0' x)");
        workspace.provider().close();
        Path result = workspace.config.controlRoot().resolve(key.toString()).resolve("result");
        TestWorkspace.await(() -> Files.exists(result));

        workspace.restart().find(key);

        assertThat(workspace.ending(key).stoppedBy()).contains(Ending.Limit.MEMORY_LIMIT);
    }

    private void limitedTo(String controller, JobLimits limits) {
        Cgroup.enableLimits(root);
        assumeTrue(Cgroup.limits(root, controller), "there is no such controller for cgroups of version 2 here");
        workspace.close();
        workspace = new TestWorkspace(
                folder,
                TestWorkspace.config(folder).withCgroupRoot(Optional.of(root)).withLimits(limits));
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
