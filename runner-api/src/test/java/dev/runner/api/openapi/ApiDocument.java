package dev.runner.api.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The OpenAPI document as tests look at it. */
public final class ApiDocument {
    private static final Set<String> METHODS =
            Set.of("get", "put", "post", "delete", "options", "head", "patch", "trace");

    private final ObjectNode root;
    private final List<Operation> operations = new ArrayList<>();

    public ApiDocument(ObjectNode root) {
        this.root = root;
        for (var path : root.path("paths").properties()) {
            for (var method : path.getValue().properties()) {
                if (METHODS.contains(method.getKey())) {
                    operations.add(
                            new Operation(method.getKey().toUpperCase(Locale.ROOT), path.getKey(), method.getValue()));
                }
            }
        }
    }

    /** The one that the server serves. */
    public static ApiDocument read() {
        try (var stream = Objects.requireNonNull(ApiDocument.class.getResourceAsStream("/openapi.json"))) {
            return new ApiDocument((ObjectNode) new ObjectMapper().readTree(stream));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public ObjectNode root() {
        return root;
    }

    public List<Operation> operations() {
        return operations;
    }

    /** The operation a request was meant for. */
    public Optional<Operation> operation(String method, String rawPath) {
        return operations.stream()
                .filter(operation -> operation.method().equals(method) && operation.matches(rawPath))
                .findFirst();
    }

    public Operation operation(String id) {
        return operations.stream()
                .filter(operation -> operation.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** What a node stands for: itself, or what it refers to. */
    public JsonNode resolve(JsonNode node) {
        JsonNode reference = node.path("$ref");
        if (!reference.isTextual()) {
            return node;
        }
        JsonNode target = root.at(reference.textValue().substring(1));
        if (target.isMissingNode()) {
            throw new IllegalArgumentException("nothing at " + reference.textValue());
        }
        return resolve(target);
    }

    /** The parameters of an operation that are sent in one place: query, path or header. */
    public List<JsonNode> parameters(Operation operation, String place) {
        return elements(operation.node().path("parameters"))
                .map(this::resolve)
                .filter(parameter -> parameter.path("in").asText().equals(place))
                .toList();
    }

    public static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    /** One method of one path. */
    public record Operation(String method, String path, JsonNode node) {
        public String id() {
            return node.path("operationId").asText();
        }

        /** Whether nobody without a token gets through: every alternative asks for one in the header. */
        public boolean isSecured() {
            JsonNode alternatives = node.path("security");
            return !alternatives.isEmpty()
                    && elements(alternatives).allMatch(scheme -> scheme.has("accessToken") || scheme.has("apiToken"));
        }

        boolean matches(String rawPath) {
            String pattern = Stream.of(path.split("/", -1))
                    .map(part -> part.startsWith("{") ? "[^/]+" : Pattern.quote(part))
                    .reduce((a, b) -> a + "/" + b)
                    .orElse("");
            return rawPath.matches(pattern);
        }

        @Override
        public String toString() {
            return method + " " + path;
        }
    }
}
