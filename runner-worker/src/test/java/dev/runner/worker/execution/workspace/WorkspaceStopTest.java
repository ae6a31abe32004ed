package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.FreezerGroup;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.StopReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ends what does not want to end. */
class WorkspaceStopTest {
    private static final Duration NO_TIME = Duration.ofMillis(300);

    @TempDir
    Path folder;

    private TestWorkspace workspace;

    @BeforeEach
    void a_workspace() {
        workspace = new TestWorkspace(folder);
    }

    @AfterEach
    void nothing_is_left() {
        workspace.close();
    }

    @Test
    void one_that_cannot_be_ended_is_reported_as_stuck_and_not_waited_for() throws Exception {
        FreezerGroup freezer = FreezerGroup.create().orElse(null);
        assumeTrue(freezer != null, "nothing can be put into uninterruptible sleep here");
        try (freezer) {
            AttemptKey key =
                    workspace.shell("%s; echo self $$; %s; sleep 1000".formatted(freezer.enter(), freezer.freeze()));
            long self = workspace.pidIn(key, "self ");

            StopReport report =
                    workspace.provider().stop(key, Duration.ofMillis(100)).get(20, TimeUnit.SECONDS);

            assertThat(report.ending().leaked()).contains(self);
            assertThat(report.ending().finding())
                    .isInstanceOfSatisfying(
                            Finding.Gone.class,
                            gone -> assertThat(gone.reason()).isEqualTo(Finding.Reason.STUCK));
            assertThat(workspace.provider().find(key)).isEqualTo(report.ending().finding());
        }
    }

    @Test
    void one_that_is_given_up_ends_even_if_that_cannot_be_noted() throws Exception {
        AttemptKey key = workspace.start("sleep", "1000");
        // Stands for a disk that is full or read-only.
        Files.createDirectory(
                workspace.config.controlRoot().resolve(key.toString()).resolve("abandoned"));

        workspace.provider().abandon(key, Duration.ofSeconds(5)).get(20, TimeUnit.SECONDS);

        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void one_that_is_stopped_notes_why_before_it_is_told() throws Exception {
        AttemptKey late =
                workspace.shell("trap 'ls \"$traces\"; exit 9' TERM; traces='%s'/$RUNNER_JOB_ID-1; echo ready;"
                                .formatted(workspace.config.controlRoot())
                        + " while :; do sleep 0.01; done");
        workspace.awaitLine(late, "ready");

        var report = workspace.provider().timeOut(late, TestWorkspace.LONG).get(20, TimeUnit.SECONDS);

        assertThat(report.ending().stoppedBy()).contains(Ending.Limit.TIME_LIMIT);
        assertThat(workspace.log(late)).contains("time_limit");
    }

    @Test
    void a_job_that_listens_ends_by_itself() {
        AttemptKey key = workspace.shell("trap 'echo bye; exit 9' TERM; echo ready; while :; do sleep 0.01; done");
        workspace.awaitLine(key, "ready");

        StopReport report = stop(key, TestWorkspace.LONG);

        assertThat(report.forced()).isFalse();
        assertThat(report.took()).isLessThan(Duration.ofSeconds(5));
        assertThat(report.ending()).isEqualTo(workspace.ending(key));
        assertThat(workspace.exitCode(key)).isEqualTo(9);
        assertThat(workspace.log(key)).endsWith("bye\n");
    }

    @Test
    void one_that_does_not_care_ends_by_the_signal() {
        AttemptKey key = workspace.start("sleep", "1000");

        assertThat(stop(key, TestWorkspace.LONG).forced()).isFalse();
        assertThat(workspace.exitCode(key)).isEqualTo(143);
    }

    @Test
    void one_that_ignores_the_signal_is_killed_after_the_grace_period_and_its_code_is_known() {
        AttemptKey key = workspace.shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
        workspace.awaitLine(key, "ready");

        StopReport report = stop(key, NO_TIME);

        assertThat(report.forced()).isTrue();
        assertThat(report.took()).isBetween(NO_TIME, NO_TIME.plusSeconds(3));
        assertThat(workspace.exitCode(key)).isEqualTo(137);
        assertThat(report.ending().leaked()).isEmpty();
    }

    @Test
    void a_child_that_outlives_the_leader_of_its_group_has_the_rest_of_the_grace_period() {
        AttemptKey key = workspace.shell("""
                sh -c 'trap "sleep 0.2; echo cleaned; exit" TERM; echo ready; while :; do sleep 0.01; done' &
                wait
                """);
        workspace.awaitLine(key, "ready");

        assertThat(stop(key, TestWorkspace.LONG).forced()).isFalse();
        assertThat(workspace.exitCode(key)).isEqualTo(143);
        assertThat(workspace.log(key)).endsWith("cleaned\n");
    }

    @Test
    void double_forks_in_sessions_of_their_own_that_ignore_the_signal_are_found() {
        AttemptKey key = workspace.shell("""
                setsid sh -c '(trap "" TERM; setsid sh -c "echo daemon \\$\\$; exec sleep 1000" &)'
                exec sleep 1000
                """);
        long daemon = workspace.pidIn(key, "daemon ");
        assertThat(TestWorkspace.isAlive(daemon)).isTrue();

        StopReport report = stop(key, TestWorkspace.LONG);

        assertThat(report.forced()).isTrue();
        assertThat(TestWorkspace.isAlive(daemon)).isFalse();
        assertThat(workspace.exitCode(key)).isEqualTo(143);
    }

    @Test
    void a_child_without_markers_in_a_session_of_its_own_is_found_by_descent() {
        AttemptKey key = workspace.shell("env -i setsid -w sh -c 'echo child $$; exec sleep 1000' & wait");
        long child = workspace.pidIn(key, "child ");

        assertThat(stop(key, TestWorkspace.LONG).forced()).isTrue();
        assertThat(TestWorkspace.isAlive(child)).isFalse();
    }

    @Test
    void one_that_forks_without_end_is_ended() {
        AttemptKey key = workspace.shell("""
                f() { while :; do (sleep 0.02; :) & sleep 0.01; done; }
                for i in 1 2 3; do setsid sh -c "trap '' TERM; $(echo 'while :; do (sleep 0.02; :) & sleep 0.01; done')" & done
                echo ready; wait
                """);
        workspace.awaitLine(key, "ready");

        StopReport report = stop(key, NO_TIME);

        assertThat(report.ending().leaked()).isEmpty();
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void a_suspended_job_is_ended_politely() {
        AttemptKey key = workspace.shell("trap 'exit 8' TERM; echo ready; kill -STOP $$; while :; do sleep 0.01; done");
        workspace.awaitLine(key, "ready");
        TestWorkspace.await(() -> workspace.processesOf(key).stream()
                .anyMatch(pid ->
                        ProcStat.read(pid).filter(stat -> stat.state() == 'T').isPresent()));

        assertThat(stop(key, TestWorkspace.LONG).forced()).isFalse();
        assertThat(workspace.exitCode(key)).isEqualTo(8);
    }

    @Test
    void a_stop_right_after_the_start_stops_it() {
        for (int i = 0; i < 20; i++) {
            AttemptKey key = workspace.start("sleep", "1000");
            assertThat(stop(key, TestWorkspace.LONG).took()).isLessThan(Duration.ofSeconds(10));
            assertThat(workspace.exitCode(key)).isEqualTo(143);
        }
    }

    @Test
    void a_second_stop_joins_the_first_and_a_late_one_tells_what_happened() throws Exception {
        AttemptKey key = workspace.start("sleep", "1000");

        var first = workspace.provider().stop(key, TestWorkspace.LONG);
        var second = workspace.provider().stop(key, TestWorkspace.LONG);

        assertThat(second.get(20, TimeUnit.SECONDS)).isSameAs(first.get(20, TimeUnit.SECONDS));
        AttemptKey ended = workspace.start("true");
        assertThat(workspace.exitCode(ended)).isZero();
        assertThat(stop(ended, TestWorkspace.LONG).ending().finding()).isInstanceOf(Finding.Ended.class);
    }

    @Test
    void only_what_is_watched_here_can_be_stopped_and_only_what_ended_forgotten() {
        assertThatThrownBy(() -> workspace.provider().stop(TestWorkspace.newKey(), NO_TIME))
                .isInstanceOf(IllegalArgumentException.class);
        AttemptKey key = workspace.start("sleep", "1000");
        assertThatThrownBy(() -> workspace.provider().forget(key)).isInstanceOf(IllegalStateException.class);
        stop(key, TestWorkspace.LONG);
        workspace.provider().forget(key);
        assertThat(workspace.provider().known()).isEmpty();
    }

    private StopReport stop(AttemptKey key, Duration grace) {
        try {
            return workspace.provider().stop(key, grace).get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("not stopped", e);
        }
    }
}
