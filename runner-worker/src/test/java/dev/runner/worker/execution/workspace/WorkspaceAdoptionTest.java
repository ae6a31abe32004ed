package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Finding.Reason;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attempts that outlive the worker that started them. */
class WorkspaceAdoptionTest {
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
    void one_that_runs_is_adopted_and_its_end_is_learned() throws IOException {
        AttemptKey key = workspace.shell("echo ready; while [ ! -e go ]; do sleep 0.01; done; echo done; exit 11");
        workspace.awaitLine(key, "ready");
        var identity = workspace.identity(key);

        workspace.restart();
        assertThat(workspace.provider().known()).containsExactly(key);
        assertThat(workspace.provider().find(key)).isEqualTo(new Finding.Running(identity));
        Files.createFile(workspace.repo.resolve("go"));

        assertThat(workspace.exitCode(key)).isEqualTo(11);
        assertThat(workspace.log(key)).isEqualTo("ready\ndone\n");
    }

    @Test
    void one_that_was_adopted_can_be_stopped_with_its_real_code() throws Exception {
        AttemptKey key =
                workspace.shell("trap '' TERM; setsid sleep 1000 & echo daemon $!; while :; do sleep 0.01; done");
        long daemon = workspace.pidIn(key, "daemon ");
        workspace.restart().find(key);

        var report = workspace.provider().stop(key, Duration.ofMillis(200)).get(20, TimeUnit.SECONDS);

        assertThat(report.forced()).isTrue();
        assertThat(workspace.exitCode(key)).isEqualTo(137);
        assertThat(TestWorkspace.isAlive(daemon)).isFalse();
    }

    @Test
    void a_daemon_that_got_rid_of_everything_is_ended_by_a_worker_that_adopted_the_job() throws Exception {
        AttemptKey key = workspace.shell("env -i setsid sh -c 'sleep 1000 & echo daemon $!'; exec sleep 1000");
        long daemon = workspace.pidIn(key, "daemon ");
        workspace.restart().find(key);

        var report = workspace.provider().stop(key, Duration.ofSeconds(5)).get(20, TimeUnit.SECONDS);

        assertThat(report.forced()).isTrue();
        assertThat(TestWorkspace.isAlive(daemon)).isFalse();
    }

    @Test
    void one_that_ended_while_nobody_watched_is_found_with_its_code_and_time_and_its_leftovers_ended()
            throws IOException {
        AttemptKey key = workspace.shell("sleep 1000 & echo child $!; while [ ! -e go ]; do sleep 0.01; done; exit 12");
        long child = workspace.pidIn(key, "child ");
        long shim = workspace.identity(key).pid();
        workspace.provider().close();
        Files.createFile(workspace.repo.resolve("go"));
        Path result = workspace.config.controlRoot().resolve(key.toString()).resolve("result");
        // Its last act is to publish the result; until it is gone, too, it counts as running.
        TestWorkspace.await(() -> Files.exists(result) && !TestWorkspace.isAlive(shim));
        Instant then = Instant.parse("2026-01-02T03:04:05Z");
        Files.setLastModifiedTime(result, FileTime.from(then));

        assertThat(workspace.restart().find(key)).isEqualTo(new Finding.Ended(12, then));
        assertThat(TestWorkspace.isAlive(child)).isFalse();
    }

    @Test
    void worker_and_shim_killed_together_leave_nothing_running_and_never_a_success() {
        AttemptKey key = workspace.shell("setsid sleep 1000 & echo daemon $!; sleep 1000; exit 0");
        long daemon = workspace.pidIn(key, "daemon ");
        long shim = workspace.identity(key).pid();
        workspace.provider().close();
        Libc.kill(shim, Libc.KILL);
        TestWorkspace.await(() -> !TestWorkspace.isAlive(shim));
        assertThat(TestWorkspace.isAlive(daemon)).isTrue();

        assertThat(workspace.restart().find(key))
                .isInstanceOfSatisfying(
                        Finding.Gone.class, gone -> assertThat(gone.reason()).isEqualTo(Reason.DIED));
        assertThat(TestWorkspace.isAlive(daemon)).isFalse();
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void a_shim_killed_under_the_eyes_of_its_worker_is_no_exit_code() {
        AttemptKey key = workspace.start("sleep", "1000");
        TestWorkspace.await(() -> workspace.processesOf(key).size() == 2);
        Libc.kill(workspace.identity(key).pid(), Libc.KILL);

        assertThat(workspace.ending(key).finding()).isInstanceOf(Finding.Gone.class);
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void a_shim_of_an_adopted_attempt_killed_is_noticed() {
        AttemptKey key = workspace.start("sleep", "1000");
        workspace.restart().find(key);
        Libc.kill(workspace.identity(key).pid(), Libc.KILL);

        assertThat(workspace.ending(key).finding()).isInstanceOf(Finding.Gone.class);
    }

    @Test
    void a_shim_killed_before_the_job_had_left_its_group_leaves_nothing() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        Process shim = halfStarted(key, "sleep", "1000");
        shim.destroyForcibly().waitFor();
        assertThat(workspace.processesOf(key)).hasSize(1);

        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Gone.class);
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    @Test
    void a_job_that_leaves_the_group_of_its_shim_only_after_it_was_looked_for_is_ended_with_it() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        Process shim = halfStarted(key, "sh", "-c", "echo begun; exec sleep 1000");
        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Running.class);

        var stop = workspace.provider().stop(key, Duration.ofMillis(100));
        // It gives up waiting for the job to be told of after a second, looks at all processes twice, which takes some
        // milliseconds, and then waits for the shim.
        assertThat(shim.waitFor(3, TimeUnit.SECONDS)).isFalse();
        goOn(key);

        assertThat(stop.get(20, TimeUnit.SECONDS).forced()).isTrue();
        assertThat(workspace.processesOf(key)).isEmpty();
    }

    /** A shim whose job's process is there, and is held up before anybody can know of it. */
    private Process halfStarted(AttemptKey key, String... argv) throws Exception {
        Path gate = workspace.root.resolve("gate");
        assertThat(new ProcessBuilder("mkfifo", gate.toString()).start().waitFor())
                .isZero();
        var control = new ControlDirectory(workspace.config.controlRoot(), key);
        control.create();
        var command = new ArrayList<>(new Shim(Place.current())
                .command(control.path(), Optional.empty(), new Shim.Limits("", ""), List.of(argv)));
        String note = "printf '%s %s %s\\n' \"$__pid\" \"$__ticks\" \"$__cgroup\"";
        assertThat(command.get(3)).containsOnlyOnce(note);
        command.set(3, command.get(3).replace(note, ": <'%s'; ".formatted(gate) + note));
        var builder = new ProcessBuilder(command).directory(workspace.repo.toFile());
        builder.environment().putAll(new ChildEnvironment(Map.of()).of(key, Map.of()));
        Process shim = builder.start();
        TestWorkspace.await(
                () -> control.isStarted() && workspace.processesOf(key).size() == 2);
        return shim;
    }

    private void goOn(AttemptKey key) throws IOException {
        // Opened for both, a pipe waits for nobody.
        try (var gate = new RandomAccessFile(workspace.root.resolve("gate").toFile(), "rw")) {
            var control = new ControlDirectory(workspace.config.controlRoot(), key);
            TestWorkspace.await(() -> control.main().isPresent());
        }
    }

    @Test
    void signals_to_the_shim_do_not_cost_the_exit_code() throws IOException {
        AttemptKey key = workspace.shell("while [ ! -e go ]; do sleep 0.01; done; exit 13");
        TestWorkspace.await(() -> workspace.processesOf(key).size() >= 2);
        for (int signal : new int[] {1, 2, 3, 10, 12, 14, Libc.TERM}) {
            Libc.kill(workspace.identity(key).pid(), signal);
        }
        Files.createFile(workspace.repo.resolve("go"));

        assertThat(workspace.exitCode(key)).isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({"TIME_LIMIT, TIME_LIMIT", "LOG_LIMIT, LOG_LIMIT", "REQUESTED,"})
    void one_whose_worker_went_while_it_was_ending_it_is_known_to_have_been_stopped(
            ControlDirectory.Stop reason, Ending.@Nullable Limit limit) throws IOException {
        AttemptKey key = workspace.shell("echo ready; while [ ! -e go ]; do sleep 0.01; done; exit 143");
        workspace.awaitLine(key, "ready");
        workspace.provider().close();
        new ControlDirectory(workspace.config.controlRoot(), key).noteStop(reason);
        Files.createFile(workspace.repo.resolve("go"));
        TestWorkspace.await(() -> workspace.processesOf(key).isEmpty());

        workspace.restart().find(key);

        assertThat(workspace.exitCode(key)).isEqualTo(143);
        assertThat(workspace.ending(key).stoppedBy()).isEqualTo(Optional.ofNullable(limit));
    }

    @Test
    void a_stop_that_a_worker_had_begun_is_brought_to_its_end_by_the_next() throws IOException {
        workspace.close();
        workspace = new TestWorkspace(folder, TestWorkspace.config(folder).withStopGrace(Duration.ofMillis(100)));
        AttemptKey key = workspace.shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
        workspace.awaitLine(key, "ready");
        workspace.provider().close();
        new ControlDirectory(workspace.config.controlRoot(), key).noteStop(ControlDirectory.Stop.LOG_LIMIT);

        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Running.class);

        assertThat(workspace.exitCode(key)).isEqualTo(137);
        assertThat(workspace.ending(key).stoppedBy()).contains(Ending.Limit.LOG_LIMIT);
    }

    @Test
    void of_several_reasons_to_stop_it_a_limit_of_its_own_counts_before_its_worker_giving_it_up() throws IOException {
        AttemptKey key = workspace.shell("exit 143");
        workspace.ending(key);
        var control = new ControlDirectory(workspace.config.controlRoot(), key);
        control.noteStop(ControlDirectory.Stop.ABANDONED);
        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Gone.class);

        control.noteStop(ControlDirectory.Stop.TIME_LIMIT);

        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Ended.class);
        assertThat(workspace.ending(key).stoppedBy()).contains(Ending.Limit.TIME_LIMIT);
    }

    @Test
    void one_that_was_given_up_can_not_be_started_any_more() {
        AttemptKey key = TestWorkspace.newKey();

        assertThat(workspace.provider().find(key))
                .isInstanceOfSatisfying(
                        Finding.Gone.class, gone -> assertThat(gone.reason()).isEqualTo(Reason.NEVER_STARTED));
        assertThat(workspace.dispatch(key, "touch", "started")).isEqualTo(new Dispatch.AlreadyStarted());
        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Gone.class);
        assertThat(workspace.repo).isEmptyDirectory();
    }

    @Test
    void looking_for_what_is_left_of_one_makes_no_traces_and_fences_one_that_has_some() throws IOException {
        AttemptKey ended = workspace.shell("exit 0");
        assertThat(workspace.exitCode(ended)).isZero();
        workspace.provider().forget(ended);
        AttemptKey begun = TestWorkspace.newKey();
        new ControlDirectory(workspace.config.controlRoot(), begun).create();

        assertThat(workspace.provider().findTraced(ended)).isEmpty();
        assertThat(workspace.provider().findTraced(begun))
                .hasValueSatisfying(found -> assertThat(found).isInstanceOf(Finding.Gone.class));

        assertThat(workspace.provider().known()).containsExactly(begun);
        assertThat(workspace.dispatch(begun, "touch", "started")).isEqualTo(new Dispatch.AlreadyStarted());
        assertThat(new ControlDirectory(workspace.config.controlRoot(), begun).isFenced())
                .isTrue();
    }

    @Test
    void a_shim_that_comes_after_it_was_given_up_starts_nothing() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        var control = new ControlDirectory(workspace.config.controlRoot(), key);
        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Gone.class);

        var late = new ProcessBuilder(new Shim(Place.current())
                        .command(
                                control.path(), Optional.empty(), new Shim.Limits("", ""), List.of("touch", "started")))
                .directory(workspace.repo.toFile())
                .start();

        assertThat(late.waitFor()).isEqualTo(125);
        assertThat(workspace.repo).isEmptyDirectory();
    }

    @Test
    void after_a_reboot_a_process_with_its_pid_and_ticks_is_left_alone() throws IOException {
        AttemptKey key = workspace.start("sleep", "1000");
        var identity = workspace.identity(key);
        pretendStartedAt(key, Place.current().host(), "00000000-0000-0000-0000-000000000000");

        assertThat(workspace.restart().find(key))
                .isInstanceOfSatisfying(
                        Finding.Gone.class, gone -> assertThat(gone.reason()).isEqualTo(Reason.REBOOTED));
        assertThat(TestWorkspace.isAlive(identity.pid())).isTrue();
        pretendStartedAt(key, Place.current().host(), Place.current().bootId());
        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Running.class);
        workspace.provider().stop(key, Duration.ofSeconds(5)).join();
    }

    @Test
    void one_whose_traces_are_in_a_format_of_a_later_version_is_left_alone() throws IOException {
        AttemptKey key = workspace.shell("echo ready; exec sleep 1000");
        workspace.awaitLine(key, "ready");
        var identity = workspace.identity(key);
        Path start = workspace.config.controlRoot().resolve(key.toString()).resolve("start");
        String written = Files.readString(start);
        Files.writeString(start, "format=2 " + written);
        workspace.restart();

        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Foreign.class);
        assertThat(workspace.provider().findTraced(key))
                .hasValueSatisfying(found -> assertThat(found).isInstanceOf(Finding.Foreign.class));

        assertThat(TestWorkspace.isAlive(identity.pid())).isTrue();
        Files.writeString(start, "format=1 " + written);
        assertThat(workspace.provider().find(key)).isEqualTo(new Finding.Running(identity));
        workspace.provider().stop(key, Duration.ofSeconds(5)).join();
    }

    @Test
    void one_of_another_host_is_out_of_reach_until_its_result_is_there() throws IOException {
        AttemptKey key = workspace.shell("exit 14");
        assertThat(workspace.exitCode(key)).isEqualTo(14);
        pretendStartedAt(key, "elsewhere", Place.current().bootId());
        Path result = workspace.config.controlRoot().resolve(key.toString()).resolve("result");
        workspace.restart();
        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Ended.class);

        Files.delete(result);

        assertThat(workspace.restart().find(key))
                .isInstanceOfSatisfying(
                        Finding.Gone.class, gone -> assertThat(gone.reason()).isEqualTo(Reason.OUT_OF_REACH));
    }

    @Test
    void a_result_that_somebody_tampered_with_is_no_success() throws IOException {
        AttemptKey key = workspace.shell("exit 0");
        assertThat(workspace.exitCode(key)).isZero();
        Files.writeString(workspace.config.controlRoot().resolve(key.toString()).resolve("result"), "");

        assertThat(workspace.restart().find(key)).isInstanceOf(Finding.Gone.class);
    }

    @Test
    void a_worker_process_that_is_killed_leaves_its_jobs_to_the_next() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        Process worker = worker(key, "echo ready; while [ ! -e go ]; do sleep 0.01; done; echo done; exit 15");
        TestWorkspace.await(() -> Files.exists(workspace.config.logFile(key.jobId())));
        workspace.awaitLine(key, "ready");
        worker.destroyForcibly().waitFor();

        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Running.class);
        Files.createFile(workspace.repo.resolve("go"));

        assertThat(workspace.exitCode(key)).isEqualTo(15);
        assertThat(workspace.log(key)).isEqualTo("ready\ndone\n");
    }

    @Test
    void what_its_worker_was_told_to_ignore_a_job_does_not() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        Process worker = worker(
                key,
                "grep -E '^Sig(Blk|Ign):' /proc/self/status; echo ready; while [ ! -e go ]; do sleep 0.01; done; kill -INT $$",
                "sh",
                "-c",
                "trap '' HUP INT QUIT USR1 USR2 PIPE ALRM TERM; exec \"$@\"",
                "sh");
        TestWorkspace.await(() -> Files.exists(workspace.config.logFile(key.jobId())));
        workspace.awaitLine(key, "ready");
        long caught = signals("SigCgt:", Files.readString(Path.of("/proc/" + worker.pid() + "/status")));
        assertThat(caught & 0b11)
                .as("the worker still does not end by SIGHUP or SIGINT")
                .isEqualTo(0b11);
        worker.destroyForcibly().waitFor();

        assertThat(workspace.provider().find(key)).isInstanceOf(Finding.Running.class);
        Files.createFile(workspace.repo.resolve("go"));

        assertThat(workspace.exitCode(key)).isEqualTo(130);
        assertThat(signals("SigIgn:", workspace.log(key))).isZero();
        assertThat(signals("SigBlk:", workspace.log(key))).isZero();
    }

    /** The set of that name in what the kernel tells of a process; the 31 that have names, as bits. */
    private static long signals(String set, String status) {
        String line =
                status.lines().filter(each -> each.startsWith(set)).findFirst().orElseThrow();
        return Long.parseUnsignedLong(line.substring(set.length()).strip(), 16) & 0x7fff_ffffL;
    }

    /** A worker in a process of its own, started by whatever is put before it, that runs one job. */
    private Process worker(AttemptKey key, String script, String... wrapper) throws IOException {
        var command = new ArrayList<>(List.of(wrapper));
        command.addAll(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                WorkerDoubleMain.class.getName(),
                folder.toString(),
                key.toString(),
                script));
        return new ProcessBuilder(command).inheritIO().start();
    }

    private void pretendStartedAt(AttemptKey key, String host, String bootId) throws IOException {
        Path start = workspace.config.controlRoot().resolve(key.toString()).resolve("start");
        TestWorkspace.await(() -> Files.exists(start));
        String[] words = Files.readString(start).split(" ", -1);
        words[0] = host;
        words[1] = bootId;
        Files.writeString(start, String.join(" ", words));
    }
}
