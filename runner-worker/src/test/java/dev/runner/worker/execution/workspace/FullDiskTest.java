package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a small file system in memory, where one may be mounted. */
class FullDiskTest {
    @TempDir
    Path folder;

    @Test
    void a_full_disk_costs_output_but_no_exit_code_and_refuses_new_attempts_until_there_is_space() throws Exception {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", logs.toString()) == 0, "cannot mount here");
        try (var workspace = new TestWorkspace(folder)) {
            AttemptKey key = workspace.shell(
                    "echo ready; while [ ! -e go ]; do sleep 0.01; done; head -c 9999 /dev/zero; exit 22");
            workspace.awaitLine(key, "ready");
            Path ballast = logs.resolve("ballast");
            assertThat(run("sh", "-c", "cat /dev/zero >" + ballast)).isNotZero();
            Files.createFile(workspace.repo.resolve("go"));

            assertThat(workspace.exitCode(key)).isEqualTo(22);
            assertThat(workspace.restart().find(key))
                    .isInstanceOfSatisfying(
                            Finding.Ended.class,
                            ended -> assertThat(ended.exitCode()).isEqualTo(22));
            AttemptKey refused = TestWorkspace.newKey();
            assertThat(workspace.dispatch(refused, "true"))
                    .isInstanceOfSatisfying(
                            Dispatch.Refused.class,
                            reason -> assertThat(reason.category()).isEqualTo(Dispatch.Category.CREATE_FAILED));
            assertThat(new DiskFloor(logs, 1 << 16).refusal()).isPresent();

            Files.delete(ballast);
            assertThat(workspace.dispatch(refused, "true")).isInstanceOf(Dispatch.Started.class);
            assertThat(workspace.exitCode(refused)).isZero();
        } finally {
            assertThat(run("umount", logs.toString())).isZero();
        }
    }

    @Test
    void an_attempt_whose_start_cannot_be_noted_has_no_exit_code_because_it_never_ran() throws Exception {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", logs.toString()) == 0, "cannot mount here");
        try (var workspace = new TestWorkspace(folder)) {
            // All but the one page that the control folder takes.
            Path ballast = logs.resolve("ballast");
            assertThat(run("sh", "-c", "cat /dev/zero >" + ballast)).isNotZero();
            assertThat(run("truncate", "-s", "-4096", ballast.toString())).isZero();
            AttemptKey key = workspace.start("touch", "started");

            assertThat(workspace.ending(key).finding()).isInstanceOf(Finding.Gone.class);
            assertThat(workspace.repo).isEmptyDirectory();
        } finally {
            assertThat(run("umount", logs.toString())).isZero();
        }
    }

    @Test
    void a_read_only_folder_refuses_and_a_writable_one_within_it_does_not() throws Exception {
        Path outer = Files.createDirectory(folder.resolve("outer"));
        assumeTrue(run("mount", "-t", "tmpfs", "tmpfs", outer.toString()) == 0, "cannot mount here");
        Path logs = Files.createDirectory(outer.resolve("logs"));
        try {
            assertThat(run("mount", "--bind", logs.toString(), logs.toString())).isZero();
            assertThat(run("mount", "-o", "remount,bind,ro", outer.toString())).isZero();

            assertThat(new DiskFloor(outer, 1).refusal())
                    .hasValueSatisfying(why -> assertThat(why).contains("read-only"));
            assertThat(new DiskFloor(logs, 1).refusal()).isEmpty();
        } finally {
            assertThat(run("umount", "--recursive", outer.toString())).isZero();
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
