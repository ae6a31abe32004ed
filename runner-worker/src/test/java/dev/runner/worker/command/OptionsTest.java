package dev.runner.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.startup.InstallationConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** What the options of the commands say and do, without a database. */
class OptionsTest {
    private final Map<String, String> variables = new HashMap<>(Map.of(
            "RUNNER_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/runner",
            "RUNNER_LOG_DIR", "/logs",
            "RUNNER_ALLOWED_REPO_PATHS", "[\"/srv/project\"]"));
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @ValueSource(strings = {"run", "check", "migrate", "status"})
    void help_explains_every_option_and_every_exit_code(String command) {
        var line = command(RootCommand.commandLine(variables), command);
        assertThat(line.getCommandSpec().options())
                .allSatisfy(option -> assertThat(String.join(" ", option.description()))
                        .as(option.longestName())
                        .hasSizeGreaterThan(10));

        assertThat(execute(command, "--help")).isZero();
        assertThat(out.toString())
                .contains("Exit codes:", "  0   ", "  1   ", "  2   ")
                .contains("Instead of RUNNER_DATABASE_URL.")
                .contains("Secrets have no option");
    }

    @Test
    void help_says_the_same_as_the_example_of_all_variables() throws IOException {
        String example = Files.readString(Path.of("../.env.example"));
        for (Setting setting : Setting.values()) {
            var described = command(RootCommand.commandLine(variables), "run")
                    .getCommandSpec()
                    .findOption(setting.option());
            String text = String.join(" ", described.description());
            String value = example.lines()
                    .filter(line -> line.startsWith("#" + setting.variable() + "="))
                    .map(line -> line.substring(line.indexOf('=') + 1))
                    .findFirst()
                    .orElseThrow();
            if (text.contains("Default ")) {
                assertThat(text).contains("Default " + value + ".");
            } else {
                assertThat(text).containsAnyOf("Required.", "Off when not given.", "Whom to log in as");
            }
        }
    }

    @Test
    void everything_only_the_worker_reads_has_an_option_and_no_secret_has() {
        var offered = Arrays.stream(Setting.values()).map(Setting::variable).collect(Collectors.toSet());
        assertThat(offered).containsAll(InstallationConfig.WORKER_ONLY);
        assertThat(offered).noneMatch(name -> name.contains("PASSWORD") || name.contains("SECRET"));
    }

    @Test
    void an_option_wins_over_its_variable_and_a_problem_speaks_of_the_option() {
        variables.put("RUNNER_MAX_CONCURRENCY", "7");
        variables.put("RUNNER_QUEUES", "");

        assertThat(execute("check", "--max-concurrency", "many", "--mode=both", "--drain", "perhaps"))
                .isEqualTo(1);
        assertThat(err.toString().lines())
                .contains(
                        "runner-worker: --max-concurrency must be a whole number from 1 to 1000 but is 'many'",
                        "runner-worker: --mode must be exclusive or shared but is 'both'",
                        "runner-worker: --drain must be true or false but is 'perhaps'");
    }

    @Test
    void a_valid_option_repairs_a_variable_that_is_not() {
        variables.put("RUNNER_MAX_CONCURRENCY", "many");
        variables.put("RUNNER_LAUNCHER_MODE", "both");

        assertThat(execute("check", "--max-concurrency=3")).isEqualTo(1);
        assertThat(err.toString())
                .contains("RUNNER_LAUNCHER_MODE must be")
                .doesNotContain("RUNNER_MAX_CONCURRENCY")
                .doesNotContain("--max-concurrency");
    }

    @Test
    void a_switch_without_a_value_is_switched_on() {
        var line = RootCommand.commandLine(variables);
        line.parseArgs("run", "--drain", "--enabled=false");
        var environment = Setting.environment(variables, command(line, "run"));

        assertThat(environment.flag("RUNNER_DRAIN", false)).isTrue();
        assertThat(environment.flag("RUNNER_ENABLED", true)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"?password=hunter2", "?user=x&PASSWORD=hunter2", "?sslpassword=hunter2"})
    void a_password_on_the_command_line_is_refused_and_not_repeated(String query) {
        assertThat(execute("migrate", "--database-url", "jdbc:postgresql://h/d" + query))
                .isEqualTo(1);
        assertThat(err.toString()).contains("must not hold a password").doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "migrate"})
    void a_database_that_is_away_is_one_line_and_a_code_of_its_own(String command) {
        assertThat(execute(command)).isEqualTo(DatabaseAway.EXIT_CODE);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("runner-worker: database cannot be reached: Connection to 127.0.0.1:1 refused");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void commands_that_only_need_the_database_offer_nothing_else() {
        assertThat(execute("migrate", "--queues", "big")).isEqualTo(2);
        assertThat(err.toString()).contains("Unknown option").contains("--queues");
    }

    @Test
    void help_lists_the_commands() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).contains(List.of("run", "check", "migrate", "status", "Exit codes:"));
    }

    private static CommandLine command(CommandLine root, String name) {
        return Objects.requireNonNull(root.getSubcommands().get(name));
    }

    private int execute(String... args) {
        return RootCommand.commandLine(variables)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
