package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLimitTest {
    private static final int LIMIT = 100_000;
    private static final String NOTICE = "--- log limit of 100000 bytes reached: ";

    @TempDir
    Path folder;

    @Test
    void a_job_whose_log_grows_too_large_is_stopped_and_the_log_says_why() {
        try (var workspace = with(LogLimitPolicy.STOP)) {
            AttemptKey key = workspace.shell("while :; do echo 0123456789; done");

            Ending ending = workspace.ending(key);

            assertThat(ending.stoppedBy()).contains(Ending.Limit.LOG_LIMIT);
            assertThat(workspace.exitCode(key)).isEqualTo(143);
            assertThat(workspace.log(key).lines().filter(line -> line.startsWith(NOTICE)))
                    .containsExactly(NOTICE + "the job is stopped ---");
        }
    }

    @Test
    void or_goes_on_with_its_output_discarded_and_what_was_read_before_unchanged() throws IOException {
        try (var workspace = with(LogLimitPolicy.DISCARD)) {
            AttemptKey key = workspace.shell("""
                    echo first; head -c 150000 /dev/zero | tr '\\0' x
                    while [ ! -e go ]; do echo more; done; exit 3
                    """);
            Path log = workspace.config.logFile(key.jobId());
            TestWorkspace.await(() -> size(log) > 150_000);
            String before = workspace.log(key);
            TestWorkspace.await(() -> Files.exists(log) && workspace.log(key).contains(NOTICE));
            String cut = workspace.log(key);
            Path moved = workspace.config.controlRoot().resolve(key.toString()).resolve("overflow");
            long grown = size(moved);
            TestWorkspace.await(() -> size(moved) < grown);
            Files.createFile(workspace.repo.resolve("go"));

            assertThat(workspace.exitCode(key)).isEqualTo(3);
            assertThat(workspace.ending(key).stoppedBy()).isEqualTo(Optional.empty());
            assertThat(cut).startsWith(before).endsWith(NOTICE + "further output is discarded ---\n");
            assertThat(workspace.log(key)).isEqualTo(cut);
            workspace.provider().forget(key);
            assertThat(moved).doesNotExist();
        }
    }

    @Test
    void a_worker_that_died_between_moving_and_replacing_the_log_is_succeeded_by_one_that_replaces_it()
            throws IOException {
        try (var workspace = with(LogLimitPolicy.DISCARD)) {
            AttemptKey key = workspace.shell("echo ready; while [ ! -e go ]; do sleep 0.01; done");
            workspace.awaitLine(key, "ready");
            workspace.provider().close();
            Path log = workspace.config.logFile(key.jobId());
            Files.move(
                    log, workspace.config.controlRoot().resolve(key.toString()).resolve("overflow"));

            workspace.restart().find(key);

            TestWorkspace.await(() -> Files.exists(log));
            assertThat(workspace.log(key)).isEqualTo("ready\n" + NOTICE + "further output is discarded ---\n");
            Files.createFile(workspace.repo.resolve("go"));
            assertThat(workspace.exitCode(key)).isZero();
        }
    }

    @Test
    void and_if_the_job_has_ended_by_then_its_log_is_put_back_before_its_traces_go() throws IOException {
        try (var workspace = with(LogLimitPolicy.DISCARD)) {
            AttemptKey key = workspace.shell("echo ready; while [ ! -e go ]; do sleep 0.01; done; echo last; exit 3");
            workspace.awaitLine(key, "ready");
            workspace.provider().close();
            Path log = workspace.config.logFile(key.jobId());
            Path control = workspace.config.controlRoot().resolve(key.toString());
            Files.move(log, control.resolve("overflow"));
            Files.createFile(control.resolve("log.new"));
            Files.createFile(workspace.repo.resolve("go"));
            TestWorkspace.await(() -> Files.exists(control.resolve("result")));

            var provider = workspace.restart();
            // The shim that published the result may still be on its way out.
            TestWorkspace.await(() -> provider.find(key) instanceof Finding.Ended);
            provider.forget(key);

            assertThat(workspace.log(key)).isEqualTo("ready\nlast\n");
            assertThat(control).doesNotExist();
        }
    }

    @Test
    void the_end_is_told_when_the_log_is_in_its_place_again() throws Exception {
        try (var workspace = with(LogLimitPolicy.DISCARD)) {
            // Large enough that copying it takes longer than the job takes to end.
            AttemptKey key = workspace.shell("""
                    while [ ! -e go ]; do sleep 0.001; done; exit 3
                    """);
            Path copy = workspace.config.controlRoot().resolve(key.toString()).resolve("log.new");
            try (var log = FileChannel.open(workspace.config.logFile(key.jobId()), StandardOpenOption.WRITE)) {
                log.write(ByteBuffer.wrap(new byte[] {'\n'}), 200L << 20);
            }
            TestWorkspace.await(() -> Files.exists(copy));
            Files.createFile(workspace.repo.resolve("go"));

            assertThat(workspace.exitCode(key)).isEqualTo(3);
            workspace.provider().forget(key);

            try (var log = FileChannel.open(workspace.config.logFile(key.jobId()))) {
                var tail = ByteBuffer.allocate(100);
                log.read(tail, log.size() - tail.capacity());
                assertThat(new String(tail.array(), StandardCharsets.US_ASCII))
                        .endsWith("\n" + NOTICE + "further output is discarded ---\n");
            }
        }
    }

    @Test
    void too_little_free_space_is_a_reason_not_to_start() {
        assertThat(new DiskFloor(folder, 1).refusal()).isEmpty();
        assertThat(new DiskFloor(folder, Long.MAX_VALUE - (1 << 20)).refusal())
                .hasValueSatisfying(reason -> assertThat(reason).contains("MiB free, less than the"));
        assertThat(new DiskFloor(folder.resolve("absent"), 1).refusal())
                .hasValueSatisfying(reason -> assertThat(reason).contains("cannot be examined"));
    }

    @Test
    void the_room_is_told_with_what_must_stay_free() {
        assertThat(new DiskFloor(folder, 17).space()).hasValueSatisfying(space -> {
            assertThat(space.free()).isPositive().isLessThanOrEqualTo(space.total());
            assertThat(space.floor()).isEqualTo(17);
        });
        assertThat(new DiskFloor(folder.resolve("absent"), 17).space()).isEmpty();
    }

    private TestWorkspace with(LogLimitPolicy policy) {
        return new TestWorkspace(folder, TestWorkspace.config(folder).withLogLimit(LIMIT, policy));
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }
}
