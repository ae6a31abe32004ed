package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PgBouncer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A server that could not serve does not start, and says everything that is missing. */
@ExtendWith(PostgresExtension.class)
class StartTest {
    @Test
    void every_bad_setting_is_named() {
        var ended = ApiProcess.run(
                Map.of("RUNNER_API_PORT", "many", "RUNNER_MAX_QUEUE_SIZ", "5", "RUNNER_JWT_SECRET", "short"), "serve");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(String.join("\n", ended.lines()))
                .contains("RUNNER_DATABASE_URL is not set")
                .contains("RUNNER_LOG_DIR is not set")
                .contains("RUNNER_ALLOWED_REPO_PATHS is not set")
                .contains("RUNNER_API_PORT must be a whole number")
                .contains("RUNNER_MAX_QUEUE_SIZ is not a setting")
                .contains("RUNNER_JWT_SECRET")
                .doesNotContain("\tat ");
    }

    @Test
    void everything_the_server_rests_on_is_checked(TestDatabase database, @TempDir Path folder) {
        Map<String, String> settings = TestApi.settings(database, folder.resolve("missing"));
        settings.put("RUNNER_ALLOWED_REPO_PATHS", "[\"%s\", \"%s\"]".formatted(folder, folder.resolve("gone")));
        settings.put("RUNNER_DATABASE_URL", database.jdbcUrl() + "&connectTimeout=2");
        var ended = ApiProcess.run(settings, "serve");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(String.join("\n", ended.lines()))
                .contains("log directory")
                .contains("gone is not a readable folder")
                .contains("script masteragent.full")
                .contains("script ic.stage")
                .doesNotContain("\tat ");
    }

    @Test
    void a_pooler_that_shares_sessions_is_refused(TestDatabase database, @TempDir Path folder) throws Exception {
        Map<String, String> settings = TestApi.settings(database, folder);
        try (var pooler = PgBouncer.before(database, "pool_mode = transaction")) {
            settings.put("RUNNER_DATABASE_URL", pooler.jdbcUrl());
            var ended = ApiProcess.run(settings, "serve");
            assertThat(ended.code()).isEqualTo(1);
            assertThat(String.join("\n", ended.lines()))
                    .contains("  - database: there is a pooler before it that gives each transaction another session");
        }
    }

    @Test
    void a_first_login_without_a_database_is_refused_in_a_line(TestDatabase database, @TempDir Path folder) {
        Map<String, String> settings = TestApi.settings(database, folder);
        settings.put("RUNNER_DATABASE_URL", "jdbc:postgresql://127.0.0.1:1/runner");
        var ended = ApiProcess.run(settings, "first-login");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(String.join("\n", ended.lines()))
                .contains("127.0.0.1:1 refused")
                .doesNotContain("\tat ");
    }

    @Test
    void a_port_that_is_taken_is_told_in_a_line(TestDatabase database, @TempDir Path folder) throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (String variable : List.of("RUNNER_API_PORT", "RUNNER_MANAGEMENT_PORT")) {
                Map<String, String> settings = TestApi.settings(database, folder);
                settings.put(variable, String.valueOf(taken.getLocalPort()));
                var ended = ApiProcess.run(settings, "serve");
                assertThat(ended.code()).isEqualTo(1);
                assertThat(String.join("\n", ended.lines()))
                        .contains(variable)
                        .contains("taken")
                        .doesNotContain("\tat ");
            }
        }
    }

    @Test
    void a_front_end_that_was_named_must_be_one(TestDatabase database, @TempDir Path folder) {
        Map<String, String> settings = TestApi.settings(database, folder);
        settings.put("RUNNER_WEB_DIR", folder.toString());
        var ended = ApiProcess.run(settings, "serve");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(String.join("\n", ended.lines()))
                .contains("RUNNER_WEB_DIR must be a folder with the built front end")
                .doesNotContain("\tat ");
    }

    @Test
    void an_unknown_command_is_explained() {
        var ended = ApiProcess.run(Map.of(), "server");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(String.join("\n", ended.lines()))
                .contains("there is no command 'server'")
                .contains("first-login");
    }
}
