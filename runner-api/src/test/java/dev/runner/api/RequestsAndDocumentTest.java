package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.api.openapi.ApiDocument;
import dev.runner.api.openapi.ApiDocument.Operation;
import dev.runner.api.openapi.Contract;
import dev.runner.api.scripts.ScriptsResource;
import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import io.javalin.Javalin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the document says can be sent, and what the server takes: the same names, limits and defaults. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestsAndDocumentTest {
    private static final ApiDocument DOCUMENT = ApiDocument.read();

    private final TestApi api;
    private final String finishedJob;
    private final TestClient administrator;
    private final String user;

    RequestsAndDocumentTest(TestDatabase database) {
        this.api = TestApi.start(database);
        var jobs = new TestJobs(database);
        database.dsl().execute("UPDATE runner_repos SET enabled = false WHERE name LIKE 'repo-%'");
        UUID id = TestApi.uuid(api.as("bob").create());
        jobs.put(id, JobStatus.SUCCESS);
        this.finishedJob = id.toString();
        this.administrator = api.administrator();
        this.user =
                administrator.get("/api/auth/users").json().at("/items/0/id").asText();
    }

    @AfterAll
    void stop() {
        api.close();
    }

    /** Those that refuse parameters they do not know; a health check or a logout takes whatever comes. */
    static Stream<Operation> strictGets() {
        return DOCUMENT.operations().stream()
                .filter(operation -> operation.method().equals("GET")
                        && operation.isSecured()
                        && operation.node().path("responses").has("400"));
    }

    @ParameterizedTest
    @MethodSource("strictGets")
    void a_query_has_exactly_the_documented_parameters(Operation operation) {
        var refused = caller(operation).get(path(operation) + "?zzz=1");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(allowedInPlaceOf(refused.json(), "zzz")).isEqualTo(names(DOCUMENT.parameters(operation, "query")));
    }

    @ParameterizedTest
    @MethodSource("strictGets")
    void numbers_of_a_query_have_exactly_the_documented_limits(Operation operation) {
        String start = path(operation) + (operation.id().equals("searchJobLog") ? "?q=x&" : "?");
        for (JsonNode parameter : DOCUMENT.parameters(operation, "query")) {
            JsonNode schema = parameter.path("schema");
            if (schema.path("type").asText().equals("integer")) {
                String assign = start + parameter.path("name").asText() + "=";
                long min = schema.path("minimum").longValue();
                long max = schema.path("maximum").longValue();
                assertThat(status(operation, assign + min)).as(assign + min).isEqualTo(200);
                assertThat(status(operation, assign + max)).as(assign + max).isEqualTo(200);
                assertThat(status(operation, assign + (min - 1)))
                        .as(assign + (min - 1))
                        .isEqualTo(400);
                assertThat(status(operation, assign + (max + 1)))
                        .as(assign + (max + 1))
                        .isEqualTo(400);
            }
        }
    }

    @Test
    void texts_of_a_query_have_exactly_the_documented_limits() {
        for (String id : List.of("listJobs", "countJobs", "searchJobLog", "getStats")) {
            Operation operation = DOCUMENT.operation(id);
            for (JsonNode parameter : DOCUMENT.parameters(operation, "query")) {
                int max = parameter.path("schema").path("maxLength").asInt();
                if (max > 0) {
                    String assign =
                            path(operation) + "?" + parameter.path("name").asText() + "=";
                    assertThat(status(operation, assign + "x".repeat(max))).isEqualTo(200);
                    assertThat(status(operation, assign + "x".repeat(max + 1))).isEqualTo(400);
                }
            }
        }
    }

    @Test
    void defaults_are_the_documented_ones() throws IOException {
        for (String id : List.of("listJobs", "listApiTokens", "listUsers")) {
            Operation operation = DOCUMENT.operation(id);
            var page = caller(operation).get(path(operation)).json();
            for (JsonNode parameter : DOCUMENT.parameters(operation, "query")) {
                if (parameter.path("schema").has("default")) {
                    assertThat(page.path(parameter.path("name").asText()).intValue())
                            .isEqualTo(parameter.path("schema").path("default").intValue());
                }
            }
        }
        Operation log = DOCUMENT.operation("getJobLog");
        Files.writeString(api.logOf(finishedJob), "line\n".repeat(10_000));
        JsonNode limit = DOCUMENT.parameters(log, "query").get(1);
        assertThat(limit.path("name").asText()).isEqualTo("limit");
        assertThat(api.as("bob").get(path(log)).json().path("next_offset").intValue())
                .isEqualTo(limit.path("schema").path("default").intValue());
    }

    /** Whose bodies are read before anything else is looked at; a password's needs a login first. */
    static Stream<Operation> bodies() {
        return DOCUMENT.operations().stream()
                .filter(operation ->
                        operation.node().has("requestBody") && !operation.id().equals("changePassword"));
    }

    @ParameterizedTest
    @MethodSource("bodies")
    void a_body_has_exactly_the_documented_fields(Operation operation) {
        var refused = caller(operation)
                .with("Content-Type", "application/json")
                .send(HttpRequest.newBuilder(api.uri(path(operation)))
                        .method(operation.method(), BodyPublishers.ofString("{\"zzz\":1}")));
        assertThat(refused.status()).as(refused.text()).isEqualTo(400);
        ObjectNode schema =
                (ObjectNode) DOCUMENT.resolve(operation.node().at("/requestBody/content/application~1json/schema"));
        assertThat(allowedInPlaceOf(refused.json(), "zzz")).isEqualTo(fieldNames(schema.path("properties")));
        Set<String> missing = ApiDocument.elements(refused.json().path("errors"))
                .filter(error -> error.path("message").asText().equals("is missing"))
                .map(error -> error.path("field").asText())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> required = ApiDocument.elements(schema.path("required"))
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing).isEqualTo(required);
    }

    @Test
    void the_examples_of_a_create_are_accepted() {
        Operation create = DOCUMENT.operation("createJob");
        JsonNode examples = create.node().at("/requestBody/content/application~1json/examples");
        assertThat(examples).isNotEmpty();
        for (JsonNode example : examples) {
            ObjectNode body = DOCUMENT.resolve(example).path("value").deepCopy();
            body.put("repo_id", api.repoId());
            assertThat(api.as("eve").post(path(create), body.toString()).status())
                    .isEqualTo(201);
        }
    }

    @Test
    void every_type_of_argument_is_as_documented() throws IOException, InterruptedException {
        var registry = TestJobs.registry("""
                scripts:
                  - key: all.types
                    label: All types
                    description: One argument of each type.
                    concurrency_limit: 2
                    command: [bash, x.sh, "--n={n}", "--must={must}", "--e={e}", "--f={f}", "--t={t}", "--u={u}"]
                    arguments:
                      n: {type: int, label: N, min: -5, max: 5}
                      must: {type: int, label: Must, min: 1, max: 2, required: true}
                      b: {type: bool, label: B, flag: -b}
                      c: {type: bool, label: C, flag: -c, required: true, help: Say yes.}
                      e: {type: enum, label: E, values: [x, y], default: y}
                      f: {type: enum, label: F, values: [x]}
                      t: {type: text, label: T, max_length: 10, pattern: "[a-z]+", default: abc}
                      u: {type: text, label: U, max_length: 4096, min_length: 0}
                """);
        Javalin server = Javalin.create(config -> new ScriptsResource(registry, 60).addTo(config.routes))
                .start(0);
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + server.port() + "/api/runner/scripts"))
                    .build();
            var response = client.send(request, BodyHandlers.ofString());
            assertThat(response.body()).contains("\"min_length\":0");
            Contract.check(response);
        } finally {
            server.stop();
        }
    }

    private int status(Operation operation, String path) {
        return caller(operation).get(path).status();
    }

    private TestClient caller(Operation operation) {
        return operation.path().startsWith("/api/auth/users") ? administrator : api.as("bob");
    }

    private String path(Operation operation) {
        return operation
                .path()
                .replace("{job_id}", finishedJob)
                .replace("{script_key}", "nb.stage")
                .replace("{user_id}", user);
    }

    private static Set<String> allowedInPlaceOf(JsonNode problem, String field) {
        JsonNode error = ApiDocument.elements(problem.path("errors"))
                .filter(e -> e.path("field").asText().equals(field))
                .findFirst()
                .orElseThrow();
        return error.has("allowed")
                ? new TreeSet<>(Arrays.asList(error.path("allowed").asText().split(", ", -1)))
                : Set.of();
    }

    private static Set<String> names(List<JsonNode> parameters) {
        return parameters.stream()
                .map(parameter -> parameter.path("name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> fieldNames(JsonNode object) {
        var names = new TreeSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
