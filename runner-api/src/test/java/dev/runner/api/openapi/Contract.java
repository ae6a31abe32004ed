package dev.runner.api.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.api.openapi.ApiDocument.Operation;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds real answers against the document. Thread-safe. */
public final class Contract {
    private static final Contract SERVED = new Contract(ApiDocument.read());
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ApiDocument document;
    private final DocumentSchemas schemas;

    Contract(ApiDocument document) {
        this.document = document;
        this.schemas = new DocumentSchemas(document);
    }

    /** Fails when the answer is not one that the document promises. */
    public static void check(HttpResponse<String> response) {
        var request = response.request();
        List<String> problems = SERVED.problems(
                request.method(),
                request.uri().getRawPath(),
                response.statusCode(),
                response.headers(),
                response.body());
        if (!problems.isEmpty()) {
            throw new AssertionError("%s %s answered %d, which the document does not allow:%n%s%n%s"
                    .formatted(
                            request.method(),
                            request.uri().getRawPath(),
                            response.statusCode(),
                            String.join("\n", problems),
                            response.body()));
        }
    }

    /** What is wrong with an answer; empty when it is as promised. */
    List<String> problems(String method, String rawPath, int status, HttpHeaders headers, String body) {
        Optional<Operation> operation = document.operation(method, rawPath);
        if (method.equals("HEAD")) {
            // The headers of a GET without its body; the framework answers it for every GET.
            return List.of();
        }
        if (operation.isEmpty()) {
            // Nothing is promised where there is no operation, except how a problem looks.
            return status < 400
                    ? List.of()
                    : content(
                            document.resolve(document.root().at("/components/responses/OtherProblem")), headers, body);
        }
        JsonNode answer = operation.get().node().path("responses").path(String.valueOf(status));
        if (answer.isMissingNode()) {
            return List.of("the status is not documented for " + operation.get());
        }
        JsonNode response = document.resolve(answer);
        var problems = new ArrayList<>(content(response, headers, body));
        for (var header : response.path("headers").properties()) {
            boolean required =
                    document.resolve(header.getValue()).path("required").asBoolean();
            if (required && headers.firstValue(header.getKey()).isEmpty()) {
                problems.add("the header " + header.getKey() + " is missing");
            }
        }
        return problems;
    }

    private List<String> content(JsonNode response, HttpHeaders headers, String body) {
        JsonNode content = response.path("content");
        if (content.isMissingNode()) {
            return body.isEmpty() ? List.of() : List.of("there is a body where none is documented");
        }
        String type =
                headers.firstValue("Content-Type").orElse("").split(";", 2)[0].strip();
        if (!content.has(type)) {
            return List.of("the content type '%s' is not documented".formatted(type));
        }
        if (!type.endsWith("json")) {
            return List.of();
        }
        try {
            return schemas.problems(content.path(type).path("schema"), MAPPER.readTree(body));
        } catch (JsonProcessingException e) {
            return List.of("the body is not JSON");
        }
    }
}
