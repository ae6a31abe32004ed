package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real processes from start to end. */
class WorkspaceRunTest {
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

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 125, 126, 127, 128, 137, 143, 255})
    void the_exit_code_is_the_jobs(int code) {
        assertThat(workspace.exitCode(workspace.shell("exit " + code))).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "KILL, 137", "INT, 130", "HUP, 129", "SEGV, 139", "PIPE, 141", "QUIT, 131", "USR1, 138"})
    void a_signal_is_128_and_its_number_and_adds_nothing_to_the_log(String signal, int code) {
        AttemptKey key = workspace.shell("ulimit -c 0; kill -%s $$".formatted(signal));

        assertThat(workspace.exitCode(key)).isEqualTo(code);
        assertThat(workspace.log(key)).isEmpty();
    }

    @Test
    void a_program_that_does_not_exist_or_may_not_run_is_told_in_the_log() throws IOException {
        AttemptKey missing = workspace.start("no-such-program-anywhere");
        assertThat(workspace.exitCode(missing)).isEqualTo(127);
        assertThat(workspace.log(missing)).contains("no-such-program-anywhere");

        Path file = Files.writeString(workspace.repo.resolve("data"), "no program");
        AttemptKey forbidden = workspace.start(file.toString());
        assertThat(workspace.exitCode(forbidden)).isEqualTo(126);
    }

    @Test
    void builtins_and_options_of_the_shell_are_programs_like_others() {
        assertThat(workspace.exitCode(workspace.start("exit", "0"))).isEqualTo(127);
        assertThat(workspace.exitCode(workspace.start("--version"))).isEqualTo(127);
        assertThat(workspace.exitCode(workspace.start("A=b", "true"))).isEqualTo(127);
    }

    @Test
    void arguments_arrive_as_they_are() {
        String[] odd = {
            "-rf",
            "--upload-pack=x",
            "@/etc/passwd",
            "$(id)",
            "`id`",
            "a b",
            "",
            "new\nline",
            "'\"\\",
            "*",
            "~",
            "ü€😀",
            "%s",
            "; exit 7",
            "&",
            "x".repeat(100_000)
        };
        String[] argv = new String[odd.length + 2];
        argv[0] = "printf";
        argv[1] = "[%s]";
        System.arraycopy(odd, 0, argv, 2, odd.length);

        AttemptKey key = workspace.start(argv);

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(workspace.log(key))
                .isEqualTo(String.join(
                        "", Arrays.stream(odd).map(value -> "[" + value + "]").toList()));
    }

    @Test
    void the_environment_is_the_list_and_nothing_else() {
        AttemptKey key = TestWorkspace.newKey();
        workspace
                .provider()
                .dispatch(new Launch(
                        key, List.of("env"), workspace.repo, Map.of("GREETING", "hallo wörld", "control", "mine")));

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(workspace.log(key).lines())
                .containsExactlyInAnyOrder(
                        "PATH=/usr/bin:/bin",
                        "HOME=/nowhere",
                        "LANG=C.UTF-8",
                        "GREETING=hallo wörld",
                        "control=mine",
                        "RUNNER_JOB_ID=" + key.jobId(),
                        "RUNNER_ATTEMPT=1");
    }

    @Test
    void it_has_its_standard_streams_open_and_no_other_file() {
        AttemptKey key = workspace.start("ls", "-l", "/proc/self/fd");

        assertThat(workspace.exitCode(key)).isZero();
        String log = workspace.config.logFile(key.jobId()).toString();
        assertThat(workspace.log(key).lines().filter(line -> line.contains("->")))
                .hasSize(4)
                .anyMatch(line -> line.endsWith(" 0 -> /dev/null"))
                .anyMatch(line -> line.endsWith(" 1 -> " + log))
                .anyMatch(line -> line.endsWith(" 2 -> " + log))
                .anyMatch(line -> line.contains(" 3 -> /proc/"));
    }

    @Test
    void it_runs_in_the_repo_with_links_followed() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), workspace.repo);
        AttemptKey key = TestWorkspace.newKey();
        workspace.provider().dispatch(new Launch(key, List.of("/bin/pwd", "-P"), link, Map.of()));

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(workspace.log(key).strip())
                .isEqualTo(workspace.repo.toRealPath().toString());
    }

    @Test
    void it_leads_a_session_of_its_own_apart_from_the_worker() {
        AttemptKey key =
                workspace.shell("read -r pid c s pp group session x </proc/self/stat; echo $$ $group $session");

        assertThat(workspace.exitCode(key)).isZero();
        String[] words = workspace.log(key).strip().split(" ", -1);
        assertThat(words).containsExactly(words[0], words[0], words[0]);
    }

    @Test
    void a_folder_that_is_not_allowed_is_refused_and_leaves_nothing() throws IOException {
        Path escape = Files.createSymbolicLink(workspace.repo.resolve("escape"), folder.resolve("logs"));
        AttemptKey key = TestWorkspace.newKey();

        var dispatch = workspace.provider().dispatch(new Launch(key, List.of("true"), escape, Map.of()));

        assertThat(dispatch)
                .isInstanceOfSatisfying(
                        Dispatch.Refused.class,
                        refused -> assertThat(refused.category()).isEqualTo(Dispatch.Category.CONFIG_ERROR));
        assertThat(workspace.provider().known()).isEmpty();
        assertThat(workspace.config.logFile(key.jobId())).doesNotExist();
    }

    @Test
    void text_that_cannot_be_encoded_is_refused_and_never_garbled() {
        assertThat(workspace.dispatch(TestWorkspace.newKey(), "echo", "half a pair: \ud83d"))
                .isInstanceOf(Dispatch.Refused.class);
    }

    @Test
    void the_log_is_the_owners_and_later_attempts_follow_a_separator() throws IOException {
        AttemptKey first = workspace.shell("printf out; printf err >&2");
        assertThat(workspace.exitCode(first)).isZero();
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(workspace.config.logFile(first.jobId()))))
                .isEqualTo("rw-------");

        AttemptKey second = new AttemptKey(first.jobId(), 2);
        workspace.dispatch(second, "echo", "again");

        assertThat(workspace.exitCode(second)).isZero();
        assertThat(workspace.log(first)).isEqualTo("outerr\n--- attempt 2 ---\nagain\n");
    }

    @Test
    void a_link_or_second_name_in_the_place_of_the_log_is_refused() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "untouched");
        AttemptKey linked = TestWorkspace.newKey();
        Files.createSymbolicLink(workspace.config.logFile(linked.jobId()), secret);
        AttemptKey shared = TestWorkspace.newKey();
        Files.createLink(workspace.config.logFile(shared.jobId()), secret);

        assertThat(workspace.dispatch(linked, "echo", "x")).isInstanceOf(Dispatch.Refused.class);
        assertThat(workspace.dispatch(shared, "echo", "x")).isInstanceOf(Dispatch.Refused.class);
        assertThat(secret).hasContent("untouched");
        assertThat(workspace.provider().known()).isEmpty();
    }

    @Test
    void a_pipe_in_the_place_of_the_log_is_refused_without_waiting_for_a_reader() throws Exception {
        AttemptKey key = TestWorkspace.newKey();
        String pipe = workspace.config.logFile(key.jobId()).toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();

        assertThat(workspace.dispatch(key, "echo", "x")).isInstanceOf(Dispatch.Refused.class);
    }

    @Test
    void an_attempt_starts_once() throws IOException {
        Path starts = workspace.repo.resolve("starts");
        AttemptKey key = workspace.shell("echo started >>starts");
        assertThat(workspace.exitCode(key)).isZero();

        assertThat(workspace.dispatch(key, "sh", "-c", "echo started >>starts"))
                .isEqualTo(new Dispatch.AlreadyStarted());
        workspace.restart();
        assertThat(workspace.dispatch(key, "sh", "-c", "echo started >>starts"))
                .isEqualTo(new Dispatch.AlreadyStarted());
        assertThat(Files.readAllLines(starts)).containsExactly("started");
    }

    @Test
    void the_finish_time_is_when_it_ended() {
        Instant before = Instant.now().minusMillis(50);
        AttemptKey key = workspace.shell("exit 4");

        var ended = (Finding.Ended) workspace.ending(key).finding();

        assertThat(ended.finishedAt()).isBetween(before, Instant.now().plusMillis(50));
    }

    @Test
    void closed_streams_and_an_empty_log_are_no_reason_to_hang() {
        AttemptKey key = workspace.shell("exec >&- 2>&- <&-; exit 5");

        assertThat(workspace.exitCode(key)).isEqualTo(5);
        assertThat(workspace.log(key)).isEmpty();
    }

    @Test
    void a_background_child_that_holds_the_output_is_ended_with_the_job() {
        long begin = System.nanoTime();
        AttemptKey key = workspace.shell("sleep 1000 & echo child $!; exit 6");

        assertThat(workspace.exitCode(key)).isEqualTo(6);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "child "))).isFalse();
        assertThat(workspace.ending(key).leaked()).isEmpty();
    }

    @Test
    void a_daemon_that_left_group_session_and_parents_is_ended_with_the_job() {
        AttemptKey key = workspace.shell("setsid sh -c '(setsid sleep 1000 & echo daemon $!) & wait'; sleep 0; exit 0");

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "daemon "))).isFalse();
    }

    @Test
    void and_so_is_one_that_wiped_its_environment_as_well() {
        AttemptKey key = workspace.shell("env -i setsid sh -c 'sleep 1000 & echo daemon $!'; exit 3");

        assertThat(workspace.exitCode(key)).isEqualTo(3);
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "daemon "))).isFalse();
        assertThat(workspace.ending(key).leaked()).isEmpty();
    }

    @Test
    void and_one_that_forbids_to_be_looked_into() {
        assumeTrue(
                Files.isExecutable(Path.of("/usr/bin/ssh-agent")),
                "there is no such program here, and no shell can do it");
        AttemptKey key =
                workspace.shell("eval $(ssh-agent -a ./socket) >/dev/null; echo daemon $SSH_AGENT_PID; exit 3");

        assertThat(workspace.exitCode(key)).isEqualTo(3);
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "daemon "))).isFalse();
        assertThat(workspace.ending(key).leaked()).isEmpty();
    }

    @Test
    void a_child_that_wiped_its_environment_is_ended_by_its_group() {
        AttemptKey key = workspace.shell("env -i sleep 1000 & echo child $!; sleep 0.05; exit 0");

        assertThat(workspace.exitCode(key)).isZero();
        assertThat(TestWorkspace.isAlive(workspace.pidIn(key, "child "))).isFalse();
    }
}
