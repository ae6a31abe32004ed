package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Finding.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs run as the worker's user, and some write where they should not. They may harm themselves, and nobody else. */
class MeddlingJobTest {
    @TempDir
    Path folder;

    private TestWorkspace workspace;

    @BeforeEach
    void a_workspace() {
        workspace = new TestWorkspace(folder, TestWorkspace.config(folder).withLogLimit(1000, LogLimitPolicy.DISCARD));
    }

    @AfterEach
    void nothing_is_left() {
        workspace.close();
    }

    /** Runs the script in the attempt's control directory, once everything is there. */
    private AttemptKey meddler(String script) {
        return workspace.shell("cd '%s'/$RUNNER_JOB_ID-$RUNNER_ATTEMPT; while [ ! -s process ]; do sleep 0.01; done; %s"
                .formatted(workspace.config.controlRoot(), script));
    }

    @ParameterizedTest
    @ValueSource(strings = {"process", "result.new", "overflow", "log.new", "abandoned"})
    void a_pipe_in_the_place_of_a_file_holds_up_nobody(String name) {
        AttemptKey key = meddler("rm -f %s; mkfifo %s; echo ready; exit 3".formatted(name, name));
        workspace.ending(key);

        assertThat(workspace.exitCode(workspace.shell("exit 4"))).isEqualTo(4);
        assertThat(workspace.provider().overdue()).isLessThan(Duration.ofSeconds(5));
        workspace.restart();
        assertThat(workspace.provider().find(key)).isNotInstanceOf(Finding.Running.class);
        workspace.provider().forget(key);
        assertThat(workspace.provider().known()).doesNotContain(key);
    }

    @Test
    void a_pipe_in_the_place_of_a_log_that_was_moved_away_does_not_keep_its_own_end_from_being_told() {
        AttemptKey key = meddler("mkfifo overflow; rm ../../$RUNNER_JOB_ID.log; touch gone;"
                + " while [ ! -e go ]; do sleep 0.01; done; exit 3");
        Path control = control(key);
        TestWorkspace.await(() -> Files.exists(control.resolve("gone")));
        // Two looks come by in that time; there is nothing that would tell of them.
        AttemptKey other = workspace.shell("sleep 0.5; exit 4");
        assertThat(workspace.exitCode(other)).isEqualTo(4);
        create(control.resolve("go"));

        assertThat(workspace.exitCode(key)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"nonsense", "1 1 ", "0 5 ", "-1 7 ", "99999999999 7 ", "7 x ", "7 99999999999999999999 ", "12 13"
            })
    void a_process_that_cannot_be_one_does_not_keep_it_from_being_adopted_and_stopped(String line) throws Exception {
        AttemptKey key = meddler("echo '%s' >process; touch ready; sleep 1000".formatted(line));
        TestWorkspace.await(() -> Files.exists(control(key).resolve("ready")));

        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Running.class);
        var report = workspace.provider().stop(key, Duration.ofMillis(100)).get(20, TimeUnit.SECONDS);

        assertThat(report.ending().leaked()).isEmpty();
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void a_path_that_is_no_cgroup_of_the_attempt_is_not_taken_for_one() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        AttemptKey key = meddler(
                "read -r pid ticks rest <process; mkfifo '%s'/cgroup.events; echo \"$pid $ticks %s\" >process; exit 3"
                        .formatted(elsewhere, elsewhere));

        assertThat(workspace.exitCode(key)).isEqualTo(3);
        assertThat(elsewhere).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "256", "99999999999", "zero"})
    void a_code_that_no_process_ends_with_is_no_result(String code) throws IOException {
        AttemptKey key = workspace.shell("exit 0");
        assertThat(workspace.exitCode(key)).isZero();
        Files.writeString(control(key).resolve("result"), code + "\n");

        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Gone.class);
    }

    @Test
    void what_it_leaves_among_its_traces_is_removed_with_them_and_nothing_elsewhere() throws IOException {
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.createFile(elsewhere.resolve("kept"));
        AttemptKey key =
                meddler("mkdir -p deep/er; touch deep/er/file .hidden; ln -s '%s' link; exit 0".formatted(elsewhere));
        assertThat(workspace.exitCode(key)).isZero();

        workspace.provider().forget(key);

        assertThat(workspace.config.controlRoot()).isEmptyDirectory();
        assertThat(elsewhere.resolve("kept")).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {"touch \"$here\"", "mkfifo \"$here\"", "ln -s ../.. \"$here\"", "ln -s /nowhere \"$here\""})
    void one_that_replaces_the_folder_itself_is_ended_and_forgotten(String replacement) {
        AttemptKey key =
                meddler("here=$PWD; mv \"$here\" '%s'; %s; sleep 1000".formatted(folder.resolve("away"), replacement));
        TestWorkspace.await(() -> Files.exists(folder.resolve("away"))
                && (Files.exists(control(key)) || Files.isSymbolicLink(control(key))));

        assertThat(workspace.restart().find(key))
                .isInstanceOfSatisfying(
                        Finding.Gone.class, gone -> assertThat(gone.reason()).isEqualTo(Reason.DIED));
        workspace.provider().forget(key);

        assertThat(workspace.processesOf(key)).isEmpty();
        assertThat(workspace.config.controlRoot()).isEmptyDirectory();
        assertThat(workspace.repo).exists();
    }

    private Path control(AttemptKey key) {
        return workspace.config.controlRoot().resolve(key.toString());
    }

    private static void create(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
