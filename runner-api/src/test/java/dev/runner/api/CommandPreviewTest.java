package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.api.openapi.ApiDocument;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CommandPreviewTest {
    private final TestDatabase database;
    private final TestApi api;

    CommandPreviewTest(TestDatabase database) {
        this.database = database;
        this.api = TestApi.start(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void the_command_is_shown_as_it_would_run_and_nothing_runs() {
        assertThat(argv("nb.stage", "{}")).containsExactly("bash", "scripts/nb-leaf-runner.sh", "--retries", "3");
        assertThat(argv("nb.stage", "{\"args\":{\"leaf_progress\":true,\"retries\":7}}"))
                .containsExactly("bash", "scripts/nb-leaf-runner.sh", "--retries", "7", "--leaf-progress");
        assertThat(database.dsl().fetchValue("SELECT count(*) FROM runner_jobs"))
                .isEqualTo(0L);
    }

    @Test
    void the_documented_example_is_what_its_request_gives() {
        JsonNode examples = ApiDocument.read().root().at("/components/examples");
        var answer =
                preview("nb.stage", examples.at("/PreviewCommandRequest/value").toString());
        assertThat(answer.json()).isEqualTo(examples.at("/CommandLine/value"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retries\":11}",
                "{\"retries\":\"5\"}",
                "{\"retries\":5.0}",
                "{\"shell\":\"; rm -rf /\",\"retries\":0}",
                "null",
                "[]"
            })
    void arguments_are_refused_in_the_words_of_a_create(String args) {
        var refused = preview("nb.stage", "{\"args\":%s}".formatted(args));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("validation_failed");
        assertThat(refused.json().path("errors")).isNotEmpty();
        assertThat(refused.json().path("errors"))
                .isEqualTo(api.as("bob").create(args).json().path("errors"));
    }

    @Test
    void what_is_not_on_the_whitelist_has_no_command() {
        assertThat(preview("nb.stages", "{}").status()).isEqualTo(404);
        assertThat(preview("..%2F..%2Fetc", "{}").status()).isIn(400, 404);
        assertThat(preview("nb.stage", "{\"argv\":[\"sh\"]}").status()).isEqualTo(400);
        assertThat(preview("nb.stage", "").status()).isEqualTo(415);
        assertThat(api.as("bob")
                        .post("/api/runner/scripts/nb.stage/command?x=1", "{}")
                        .status())
                .isEqualTo(400);
        assertThat(api.anonymous()
                        .post("/api/runner/scripts/nb.stage/command", "{}")
                        .status())
                .isEqualTo(401);
    }

    private List<String> argv(String script, String body) {
        var answer = preview(script, body);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return ApiDocument.elements(answer.json().path("argv"))
                .map(JsonNode::asText)
                .toList();
    }

    private TestClient.Answer preview(String script, String body) {
        return api.as("bob").post("/api/runner/scripts/%s/command".formatted(script), body);
    }
}
