package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The demo scripts, really run, with the argv the whitelist makes for them and an environment built from empty. */
@Timeout(30)
class ExampleWorkspaceTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "workspace");
    private static final Map<String, String> QUICK = Map.of("DEMO_SPEED", "1000");

    /** A copy, so that the switches a developer has set in the example's own {@code .demo} file do not matter. */
    private final Path workspace;

    ExampleWorkspaceTest(@TempDir Path workspace) {
        this.workspace = workspace;
    }

    private record Run(int exitCode, String output) {
        long count(String text) {
            return output.lines().filter(line -> line.contains(text)).count();
        }
    }

    @BeforeEach
    void copy_the_example() throws IOException {
        var scripts = Files.createDirectory(workspace.resolve("scripts"));
        try (var files = Files.list(EXAMPLE.resolve("scripts"))) {
            for (var file : files.toList()) {
                Files.copy(file, scripts.resolve(file.getFileName()));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "masteragent.full, master agent, 7",
        "nb.stage, NB stage, 3",
        "bts.stage, BTS stage, 3",
        "stcc.stage, STCC stage, 2",
        "ic.stage, IC stage, 3",
    })
    void each_script_reports_its_steps_and_succeeds(String key, String title, int steps) {
        var run = run(key, "{\"retries\": 2}", QUICK);
        assertThat(run.output()).contains(title).contains("(retries 2, ").endsWith("all done\n");
        assertThat(run.count(" try 1 of 2")).isEqualTo(steps);
        assertThat(run.count(" done")).isEqualTo(steps + 1);
        assertThat(run.count(" leaf ")).isZero();
        assertThat(run.exitCode()).isZero();
    }

    @Test
    void the_master_agent_runs_every_stage_in_order() {
        assertThat(run("masteragent.full", "{}", QUICK)
                        .output()
                        .lines()
                        .filter(line -> line.contains("== stage "))
                        .map(line -> line.replaceFirst(".*== stage ", "")))
                .containsExactly("nb", "bts", "stcc", "ic");
    }

    @Test
    void leaf_progress_and_verbose_add_their_lines() {
        var plain = run("masteragent.full", "{}", QUICK);
        var full = run("masteragent.full", "{\"leaf_progress\": true, \"verbose\": true}", QUICK);
        assertThat(plain.count(" leaf ")).isZero();
        assertThat(plain.count("CODEX_BIN is not set")).isZero();
        assertThat(full.count(" leaf ")).isEqualTo(7 * 3);
        assertThat(full.count("CODEX_BIN is not set")).isEqualTo(7);
    }

    @Test
    void a_stage_that_keeps_failing_is_tried_as_often_as_asked_and_fails_the_run() {
        var run = run("masteragent.full", "{\"retries\": 3}", with("DEMO_FAIL", "bts"));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.count("nb/build done")).isEqualTo(1);
        assertThat(run.count("bts/build failed with exit code 1")).isEqualTo(3);
        assertThat(run.output()).endsWith("giving up after 3 of 3 tries\n").doesNotContain("stcc");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "2, 0"})
    void a_flaky_run_is_saved_by_a_second_try(int retries, int exitCode) {
        var run = run("ic.stage", "{\"retries\": " + retries + "}", with("DEMO_FAIL", "flaky"));
        assertThat(run.exitCode()).isEqualTo(exitCode);
    }

    @Test
    void the_agent_is_called_for_each_step_and_its_exit_code_counts() throws IOException {
        var agent = executable("#!/bin/sh\nprintf 'agent got <%s> <%s>\\n' \"$@\"\n");
        var good = run("stcc.stage", "{}", with("CODEX_BIN", agent));
        assertThat(good.exitCode()).isZero();
        assertThat(good.output())
                .contains("agent got <exec> <stcc: review>\n")
                .contains("agent got <exec> <stcc: correct>\n");

        var broken = run("stcc.stage", "{\"retries\": 2}", with("CODEX_BIN", executable("#!/bin/sh\nexit 42\n")));
        assertThat(broken.exitCode()).isEqualTo(42);
        assertThat(broken.count("stcc/review failed with exit code 42")).isEqualTo(2);
    }

    @Test
    void a_run_can_be_made_to_fail_even_if_the_agent_succeeds() throws IOException {
        var switches = new HashMap<>(with("DEMO_FAIL", "all"));
        switches.put("CODEX_BIN", executable("#!/bin/sh\n"));
        assertThat(run("nb.stage", "{\"retries\": 1}", switches).exitCode()).isEqualTo(1);
    }

    @Test
    void switches_may_stand_in_a_file_and_the_environment_wins() throws IOException {
        Files.writeString(workspace.resolve(".demo"), "# demo\nDEMO_FAIL=nb\nDEMO_SPEED=1000\nPATH=/nowhere\n");
        var run = run("nb.stage", "{\"retries\": 1}", Map.of());
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("ignoring PATH in .demo");
        assertThat(run("nb.stage", "{\"retries\": 1}", Map.of("DEMO_FAIL", "bts"))
                        .exitCode())
                .isZero();
    }

    @Test
    void a_hanging_run_ends_by_a_signal() throws Exception {
        var process =
                start(Given.argv(Given.shipped("bts.stage"), "{}"), Map.of("DEMO_HANG", "bts", "DEMO_SPEED", "10"));
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            await(output, "hangs (DEMO_HANG)");
            assertThat(process.isAlive()).isTrue();
            process.toHandle().destroy(); // unlike Process.destroy it leaves the output open
            await(output, "stopped by a signal");
            assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "scripts/nb-leaf-runner.sh, --verbose",
        "scripts/nb-leaf-runner.sh, --retries=3",
        "scripts/nb-leaf-runner.sh, --retries",
        "scripts/masteragent-runner.sh, extra",
    })
    void what_is_not_an_option_prints_the_usage(String script, String option) {
        var run = finish(start(List.of("bash", script, option), QUICK));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.output()).contains("usage: ");
    }

    private static Map<String, String> with(String name, String value) {
        return Map.of("DEMO_SPEED", "1000", name, value);
    }

    private String executable(String text) throws IOException {
        var file = Files.writeString(Files.createTempFile(workspace, "agent", ""), text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file.toString();
    }

    private static void await(BufferedReader output, String text) throws IOException {
        for (var line = output.readLine(); line != null; line = output.readLine()) {
            if (line.contains(text)) {
                return;
            }
        }
        throw new AssertionError("the output ended without: " + text);
    }

    private Run run(String key, String args, Map<String, String> environment) {
        return finish(start(Given.argv(Given.shipped(key), args), environment));
    }

    private Process start(List<String> argv, Map<String, String> environment) {
        var builder = new ProcessBuilder(argv).directory(workspace.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().put("PATH", System.getenv("PATH"));
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Without the colours and times of the output. */
    private static Run finish(Process process) {
        try (var output = process.inputReader(StandardCharsets.UTF_8)) {
            var text = output.lines()
                    .map(line -> line.replaceAll("\u001b\\[[0-9]*m", "") + "\n")
                    .collect(Collectors.joining());
            return new Run(process.waitFor(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
