package dev.runner.api.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.runner.api.openapi.ApiDocument.Operation;
import dev.runner.diagnostics.HealthProblem;
import dev.runner.job.JobStatus;
import dev.runner.job.Waiting;
import dev.runner.stats.StatsRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The document by itself: that it holds together, and that it tells the truth about itself. */
class OpenApiDocumentTest {
    private static final ApiDocument DOCUMENT = ApiDocument.read();

    @Test
    void every_reference_leads_somewhere_and_every_component_is_used() {
        assertThat(DOCUMENT.root().path("openapi").asText()).isEqualTo("3.1.0");
        var referred = new TreeSet<String>();
        walk(DOCUMENT.root(), "", (place, node) -> {
            if (node.path("$ref").isTextual()) {
                assertThat(DOCUMENT.resolve(node)).as(place).isNotNull();
                referred.add(node.path("$ref").textValue());
            }
        });
        var components = new TreeSet<String>();
        for (var kind : DOCUMENT.root().path("components").properties()) {
            if (!kind.getKey().equals("securitySchemes")) {
                kind.getValue()
                        .fieldNames()
                        .forEachRemaining(name -> components.add("#/components/" + kind.getKey() + "/" + name));
            }
        }
        assertThat(referred).isEqualTo(components);
    }

    @Test
    void every_operation_is_named_described_and_answers() {
        assertThat(DOCUMENT.operations()).extracting(Operation::id).doesNotHaveDuplicates();
        Set<String> tags = new TreeSet<>(DOCUMENT.root().path("tags").findValuesAsText("name"));
        for (Operation operation : DOCUMENT.operations()) {
            JsonNode node = operation.node();
            assertThat(operation.id()).as(operation + "").matches("[a-z][A-Za-z]+");
            assertThat(node.path("summary").asText()).as(operation + "").isNotEmpty();
            assertThat(node.path("description").asText()).as(operation + "").isNotEmpty();
            assertThat(node.path("security").isArray()).as(operation + "").isTrue();
            assertThat(tags).contains(node.path("tags").path(0).asText());
            var statuses = new TreeSet<String>();
            node.path("responses").fieldNames().forEachRemaining(statuses::add);
            assertThat(statuses).as(operation + "").anyMatch(status -> status.startsWith("2"));
            assertThat(statuses).as(operation + "").contains("500", "default");
            if (operation.isSecured()) {
                assertThat(statuses).as(operation + "").contains("401");
            }
            if (node.has("requestBody")) {
                assertThat(statuses).as(operation + "").contains("400", "413", "415");
            }
        }
    }

    @Test
    void every_problem_is_written_as_one() {
        for (Operation operation : DOCUMENT.operations()) {
            for (var answer : operation.node().path("responses").properties()) {
                JsonNode response = DOCUMENT.resolve(answer.getValue());
                assertThat(response.path("description").asText()).isNotEmpty();
                if (answer.getKey().startsWith("2")) {
                    continue;
                }
                JsonNode content = response.path("content").path("application/problem+json");
                assertThat(content.at("/schema/$ref").asText())
                        .as(operation + " " + answer.getKey())
                        .isEqualTo("#/components/schemas/Problem");
                assertThat(content.path("examples")).isNotEmpty();
                for (JsonNode example : content.path("examples")) {
                    JsonNode value = DOCUMENT.resolve(example).path("value");
                    if (!answer.getKey().equals("default")) {
                        assertThat(value.path("status").asText())
                                .as(operation + " " + value)
                                .isEqualTo(answer.getKey());
                    }
                }
            }
        }
    }

    @Test
    void path_parameters_are_declared_and_no_others() {
        for (Operation operation : DOCUMENT.operations()) {
            var inPath = Pattern.compile("\\{(\\w+)}")
                    .matcher(operation.path())
                    .results()
                    .map(match -> match.group(1))
                    .toList();
            List<JsonNode> declared = DOCUMENT.parameters(operation, "path");
            assertThat(declared)
                    .extracting(parameter -> parameter.path("name").asText())
                    .as(operation + "")
                    .containsExactlyElementsOf(inPath);
            assertThat(declared)
                    .allMatch(parameter -> parameter.path("required").asBoolean());
        }
    }

    @Test
    void security_schemes_exist() {
        for (Operation operation : DOCUMENT.operations()) {
            for (JsonNode alternative : operation.node().path("security")) {
                alternative
                        .fieldNames()
                        .forEachRemaining(
                                scheme -> assertThat(DOCUMENT.root().at("/components/securitySchemes/" + scheme))
                                        .isNotEmpty());
            }
        }
    }

    @Test
    void every_example_fits_its_schema() {
        List<String> problems = exampleProblems(DOCUMENT);
        assertThat(problems).isEmpty();
    }

    @Test
    void an_example_that_does_not_fit_is_found() {
        ObjectNode broken = DOCUMENT.root().deepCopy();
        ((ObjectNode) broken.at("/components/examples/CreatedJob/value")).set("status", TextNode.valueOf("sleeping"));
        ((ObjectNode) broken.at("/components/examples/LogPage/value")).put("path", "/var/log");
        ((ObjectNode) broken.at("/components/parameters/JobId")).put("example", "1-1-1-1-1");
        assertThat(exampleProblems(new ApiDocument(broken)))
                .anyMatch(problem -> problem.contains("status"))
                .anyMatch(problem -> problem.contains("path"))
                .anyMatch(problem -> problem.contains("uuid"));
    }

    @Test
    void every_request_and_answer_has_an_example() {
        walk(DOCUMENT.root(), "", (place, node) -> {
            if (place.contains("/content/") && node.has("schema")) {
                assertThat(node.has("example") || node.has("examples"))
                        .as(place)
                        .isTrue();
            }
        });
    }

    /** Everything that an answer may hold is named; whoever adds a field must say so here. */
    @Test
    void the_objects_of_answers_and_requests_are_closed() {
        Set<String> open = Set.of("JobFields", "JobArguments", "ExecutionError");
        for (var schema : DOCUMENT.root().at("/components/schemas").properties()) {
            JsonNode node = schema.getValue();
            if (node.path("type").asText().equals("object") && !open.contains(schema.getKey())) {
                boolean closed = node.path("additionalProperties").isBoolean()
                        && !node.path("additionalProperties").asBoolean();
                boolean closedAltogether = node.path("unevaluatedProperties").isBoolean();
                assertThat(closed || closedAltogether).as(schema.getKey()).isTrue();
            }
        }
    }

    @Test
    void the_lists_of_values_are_those_of_the_code() {
        assertThat(values("JobStatus")).isEqualTo(texts(JobStatus.values(), JobStatus::text));
        assertThat(values("WaitingReason")).isEqualTo(texts(Waiting.Reason.values(), Waiting.Reason::text));
        assertThat(values("StatsRange")).isEqualTo(texts(StatsRange.values(), StatsRange::text));
        assertThat(values("DiagnosticsProblemCode"))
                .isEqualTo(texts(HealthProblem.Code.values(), HealthProblem.Code::text));
        assertThat(values("DiagnosticsProblem/properties/severity"))
                .isEqualTo(texts(HealthProblem.Severity.values(), HealthProblem.Severity::text));
    }

    private static List<String> values(String schema) {
        return ApiDocument.elements(DOCUMENT.root().at("/components/schemas/" + schema + "/enum"))
                .map(JsonNode::asText)
                .toList();
    }

    private static <T> List<String> texts(T[] values, Function<T, String> text) {
        return Arrays.stream(values).map(text).toList();
    }

    /** The sources are the only complete list of what can go wrong. */
    @Test
    void every_problem_in_the_sources_is_documented_with_its_status() throws IOException {
        // This one is not made of a literal: it is what the framework and the server itself answer to a malformed
        // request.
        var expected = new TreeSet<>(Set.of("400 bad_request"));
        Pattern made = Pattern.compile("\\b(?:of|Problem)\\(\\s*(\\d{3}),\\s*\"([a-z_]+)\"");
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                made.matcher(Files.readString(file))
                        .results()
                        .forEach(m -> expected.add(m.group(1) + " " + m.group(2)));
            }
        }
        assertThat(expected).hasSizeGreaterThan(25);
        var documented = new TreeSet<String>();
        var codes = new TreeSet<String>();
        for (JsonNode example : DOCUMENT.root().at("/components/examples")) {
            JsonNode value = example.path("value");
            if (value.has("code")) {
                documented.add(
                        value.path("status").asInt() + " " + value.path("code").asText());
                codes.add(value.path("code").asText());
            }
        }
        assertThat(documented).isEqualTo(expected);
        var known = new TreeSet<String>();
        DOCUMENT.root().at("/components/schemas/ProblemCode/enum").forEach(code -> known.add(code.asText()));
        assertThat(known).isEqualTo(codes);
    }

    private static List<String> exampleProblems(ApiDocument document) {
        var schemas = new DocumentSchemas(document);
        var problems = new ArrayList<String>();
        walk(document.root(), "", (place, node) -> {
            // Inside an example's value a field may have any name.
            if (place.startsWith("/components/examples/")) {
                return;
            }
            JsonNode schema = node.path("schema");
            var values = new ArrayList<JsonNode>();
            if (schema.isObject()) {
                if (node.has("example")) {
                    values.add(node.path("example"));
                }
                node.path("examples")
                        .forEach(e -> values.add(document.resolve(e).path("value")));
            } else if (node.path("examples").isArray()) {
                schema = node;
                node.path("examples").forEach(values::add);
            }
            for (JsonNode value : values) {
                for (String problem : schemas.problems(schema, value)) {
                    problems.add(place + " " + problem);
                }
            }
        });
        return problems;
    }

    private static void walk(JsonNode node, String place, BiConsumer<String, JsonNode> visitor) {
        if (node.isObject()) {
            visitor.accept(place, node);
            node.properties().forEach(e -> walk(e.getValue(), place + "/" + e.getKey(), visitor));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                walk(node.get(i), place + "/" + i, visitor);
            }
        }
    }
}
