package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Ending;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where there is no cgroup to set limits in; {@link CgroupTest} has those. */
class JobLimitsTest {
    @TempDir
    Path folder;

    @Test
    void a_job_runs_out_of_files_before_anybody_else_does() {
        try (var workspace = with(new JobLimits(0, 0, 64))) {
            AttemptKey key = workspace.start(
                    "bash", "-c", "for i in {10..99}; do eval \"exec $i</dev/null\" || { echo at $i; exit 7; }; done");

            assertThat(workspace.exitCode(key)).isEqualTo(7);
            assertThat(workspace.log(key).lines()).contains("at 64");
        }
    }

    @Test
    void and_may_have_only_so_many_processes_more_than_there_are() {
        try (var workspace = with(new JobLimits(500, 0, 0))) {
            AttemptKey key = workspace.shell("grep 'Max processes' /proc/self/limits");

            assertThat(workspace.exitCode(key)).isZero();
            // The kernel lets root have more, whatever it says; hence not by starting them.
            String[] words = workspace.log(key).strip().split(" +", -1);
            assertThat(Long.parseLong(words[2])).isBetween(500L, 500 + 4 * threads());
            assertThat(words[3]).as("the job cannot raise it").isEqualTo(words[2]);
        }
    }

    @Test
    void without_limits_it_has_those_of_the_worker() throws IOException {
        try (var workspace = with(new JobLimits(0, 0, 0))) {
            AttemptKey key = workspace.shell("cat /proc/self/limits");

            assertThat(workspace.exitCode(key)).isZero();
            assertThat(line(workspace.log(key), "Max processes"))
                    .isEqualTo(line(Files.readString(Path.of("/proc/self/limits")), "Max processes"));
        }
    }

    @Test
    void the_kernel_ends_it_rather_than_its_worker() {
        try (var workspace = with(JobLimits.DEFAULT)) {
            AttemptKey key = workspace.shell("cat /proc/self/oom_score_adj");

            assertThat(workspace.exitCode(key)).isZero();
            assertThat(workspace.log(key).strip()).isEqualTo("500");
        }
    }

    @Test
    void and_when_it_did_the_end_says_so() throws IOException {
        Optional<Path> group = smallMemoryGroup();
        assumeTrue(group.isPresent(), "no memory cgroup of version 1 may be made here");
        try (var workspace = with(JobLimits.DEFAULT)) {
            AttemptKey key = workspace.shell(
                    "echo $$ >%s/cgroup.procs && x=$(head -c 100000000 /dev/zero | tr '\\0' x)".formatted(group.get()));

            assertThat(workspace.exitCode(key)).isEqualTo(137);
            assertThat(workspace.ending(key).stoppedBy()).contains(Ending.Limit.MEMORY_SHORTAGE);
        } finally {
            TestWorkspace.await(() -> removed(group.get()));
        }
    }

    @Test
    void one_that_is_killed_for_another_reason_is_not_taken_for_that() {
        try (var workspace = with(JobLimits.DEFAULT)) {
            AttemptKey key = workspace.shell("kill -KILL $$");

            assertThat(workspace.exitCode(key)).isEqualTo(137);
            assertThat(workspace.ending(key).stoppedBy()).isEmpty();
        }
    }

    private TestWorkspace with(JobLimits limits) {
        return new TestWorkspace(folder, TestWorkspace.config(folder).withLimits(limits));
    }

    private static long threads() {
        return KernelCounts.threads().orElseThrow();
    }

    private static String line(String limits, String start) {
        return limits.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    /** Stands for a machine that is short of memory. */
    private static Optional<Path> smallMemoryGroup() throws IOException {
        Optional<Path> own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                .map(line -> line.split(":", 3))
                .filter(words -> words[1].equals("memory"))
                .map(words -> Path.of("/sys/fs/cgroup/memory" + words[2]).normalize())
                .filter(Files::isWritable)
                .findFirst();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        Path group = own.get().resolve("runner-test-" + UUID.randomUUID());
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(32L << 20));
            return Optional.of(group);
        } catch (IOException e) {
            Files.deleteIfExists(group);
            return Optional.empty();
        }
    }

    private static boolean removed(Path group) {
        try {
            return Files.deleteIfExists(group);
        } catch (IOException e) {
            return false;
        }
    }
}
