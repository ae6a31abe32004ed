package dev.runner.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PgBouncer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class RootCommandTest {
    private static final Path WORKSPACE =
            Path.of("../examples/workspace").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    private final TestDatabase database;
    private final Map<String, String> variables = new HashMap<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    RootCommandTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void the_shipped_whitelist_and_workspace() throws IOException {
        variables.put("RUNNER_DATABASE_URL", database.jdbcUrl());
        variables.put("RUNNER_REGISTRY", "../runner.yml");
        variables.put(
                "RUNNER_LOG_DIR", Files.createDirectory(folder.resolve("logs")).toString());
        variables.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + WORKSPACE + "\"]");
    }

    @Test
    void check_is_content_with_what_is_shipped() {
        assertThat(execute("check")).as(err.toString()).isZero();
        assertThat(out).hasToString("everything is in order, 5 scripts may run" + System.lineSeparator());
    }

    @Test
    void check_lists_problems_of_different_kinds_together_and_fails() {
        variables.put("RUNNER_LOG_DIR", folder.resolve("absent").toString());
        variables.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + folder + "\"]");

        assertThat(execute("check")).isEqualTo(1);
        assertThat(err.toString())
                .contains("log directory %s/absent does not exist".formatted(folder))
                .contains("script nb.stage: there is no scripts/nb-leaf-runner.sh in any repo path")
                .contains("script ic.stage: ");
    }

    @Test
    void settings_that_are_wrong_are_all_told() {
        variables.remove("RUNNER_LOG_DIR");
        variables.put("RUNNER_MAX_CONCURRENCY", "many");

        assertThat(execute("run")).isEqualTo(1);
        assertThat(err.toString())
                .contains("runner-worker: RUNNER_LOG_DIR is not set")
                .contains("runner-worker: RUNNER_MAX_CONCURRENCY must be");
    }

    @Test
    void run_refuses_what_check_refuses() {
        variables.put("RUNNER_REGISTRY", folder.resolve("absent.yml").toString());

        assertThat(execute("run")).isEqualTo(1);
        assertThat(err.toString()).contains("absent.yml: no such file");
    }

    @Test
    void migrate_brings_an_empty_database_up_to_date_and_then_has_nothing_to_do() {
        database.dsl().execute("CREATE SCHEMA fresh");
        variables.put("RUNNER_DATABASE_URL", database.jdbcUrl() + "&currentSchema=fresh");
        variables.remove("RUNNER_LOG_DIR");

        assertThat(execute("migrate")).as(err.toString()).isZero();
        assertThat(out.toString()).matches("schema is at version \\d+, \\d+ migrations applied\\R");
        out.getBuffer().setLength(0);
        assertThat(execute("migrate")).isZero();
        assertThat(out.toString()).matches("schema is at version \\d+, nothing to do\\R");
    }

    @ParameterizedTest
    @ValueSource(strings = {"check", "run", "migrate"})
    void a_pooler_that_shares_sessions_is_refused_and_no_lock_stays_in_it(String command) throws Exception {
        try (var pooler = PgBouncer.before(database, "pool_mode = transaction")) {
            variables.put("RUNNER_DATABASE_URL", pooler.jdbcUrl());

            assertThat(execute(command)).isEqualTo(1);
            assertThat(err.toString().lines())
                    .singleElement()
                    .asString()
                    .startsWith("runner-worker: database: there is a pooler before it that gives each transaction")
                    .endsWith("pool by session (PgBouncer: pool_mode = session)");
            assertThat(database.dsl().fetch("SELECT FROM pg_locks WHERE locktype = 'advisory'"))
                    .isEmpty();
        }
    }

    @Test
    void a_pooler_that_gives_each_connection_a_session_is_fine() throws Exception {
        try (var pooler = PgBouncer.before(database, "pool_mode = session")) {
            variables.put("RUNNER_DATABASE_URL", pooler.jdbcUrl());

            assertThat(execute("migrate")).as(err.toString()).isZero();
            assertThat(execute("check")).as(err.toString()).isZero();
        }
    }

    @Test
    void migrate_needs_an_address() {
        variables.remove("RUNNER_DATABASE_URL");

        assertThat(execute("migrate")).isEqualTo(1);
        assertThat(err.toString()).startsWith("runner-worker: RUNNER_DATABASE_URL is not set");
    }

    @Test
    void a_missing_or_unknown_command_is_a_mistake_of_usage() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("a command is missing").contains("migrate");
        assertThat(execute("fly")).isEqualTo(2);
    }

    private int execute(String... args) {
        return RootCommand.commandLine(variables)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
