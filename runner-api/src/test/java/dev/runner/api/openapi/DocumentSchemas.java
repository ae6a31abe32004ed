package dev.runner.api.openapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Checks values against schemas of the document, formats included. Thread-safe. */
final class DocumentSchemas {
    private static final String DOCUMENT = "https://runner.invalid/openapi.json";

    private final SchemaRegistry registry;
    private final Map<JsonNode, Schema> compiled = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    DocumentSchemas(ApiDocument document) {
        // As a plain JSON schema: the validator knows schemas, not what else a document holds.
        var definitions = JsonNodeFactory.instance.objectNode();
        definitions.set("$defs", document.root().at("/components/schemas"));
        String text = standingAlone(definitions);
        this.registry =
                SchemaRegistry.withDialect(Dialects.getOpenApi31(), builder -> builder.schemas(Map.of(DOCUMENT, text)));
    }

    /** What is wrong with a value; empty when it fits. */
    List<String> problems(JsonNode schema, JsonNode value) {
        return compiled
                .computeIfAbsent(schema, this::compile)
                .validate(
                        value,
                        context -> context.executionConfig(
                                config -> config.formatAssertionsEnabled(true).locale(Locale.ROOT)))
                .stream()
                .map(error -> error.getInstanceLocation() + ": " + error.getMessage())
                .toList();
    }

    private static String standingAlone(JsonNode schema) {
        return schema.toString().replace("\"#/components/schemas/", "\"" + DOCUMENT + "#/$defs/");
    }

    private Schema compile(JsonNode schema) {
        try {
            return registry.getSchema(
                    SchemaLocation.of("https://runner.invalid/part-" + count.incrementAndGet()),
                    new ObjectMapper().readTree(standingAlone(schema)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
