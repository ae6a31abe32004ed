package dev.runner.api.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a request body, read one by one. Problems are collected; {@link #finish} throws them all together, and
 * counts fields nobody asked for among them. An explicit {@code null} is the same as leaving an optional field out.
 */
public final class Fields {
    private final ObjectNode body;
    private final Set<String> known = new TreeSet<>();
    private final List<FieldProblem> problems = new ArrayList<>();

    Fields(ObjectNode body) {
        this.body = body;
    }

    public @Nullable String text(String name, int maxLength) {
        JsonNode node = find(name);
        if (node == null) {
            return null;
        }
        String allowed = "a text of 1 to %d characters".formatted(maxLength);
        if (!node.isTextual()) {
            problem(name, "is not a text", allowed);
            return null;
        }
        String value = node.textValue();
        if (value.isEmpty() || value.length() > maxLength || !Texts.storable(value)) {
            problem(name, "is empty, too long, or holds characters that cannot be stored", allowed);
            return null;
        }
        return value;
    }

    /** The empty text stands in for a missing one, which is a problem already told. */
    public String requiredText(String name, int maxLength) {
        boolean missing = find(name) == null;
        String value = text(name, maxLength);
        if (missing) {
            problem(name, "is missing", "a text of 1 to %d characters".formatted(maxLength));
        }
        return value == null ? "" : value;
    }

    public @Nullable UUID requiredUuid(String name) {
        JsonNode node = find(name);
        UUID id = node != null && node.isTextual() ? Texts.uuid(node.textValue()) : null;
        if (id == null) {
            problem(name, node == null ? "is missing" : "is not a UUID", "a UUID");
        }
        return id;
    }

    public @Nullable Integer integer(String name, int min, int max) {
        JsonNode node = find(name);
        if (node == null) {
            return null;
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < min || node.intValue() > max) {
            problem(
                    name,
                    node.isIntegralNumber() ? "is out of range" : "is not a whole number",
                    "a whole number from %d to %d".formatted(min, max));
            return null;
        }
        return node.intValue();
    }

    public @Nullable Boolean flag(String name) {
        JsonNode node = find(name);
        if (node == null) {
            return null;
        }
        if (!node.isBoolean()) {
            problem(name, "is not a boolean", "true or false");
            return null;
        }
        return node.booleanValue();
    }

    public @Nullable Instant instant(String name) {
        JsonNode node = find(name);
        if (node == null) {
            return null;
        }
        Instant instant = node.isTextual() ? parseInstant(node.textValue()) : null;
        if (instant == null) {
            problem(name, "is not a time", Texts.TIME_ALLOWED);
        }
        return instant;
    }

    static @Nullable Instant parseInstant(String text) {
        try {
            Instant instant = OffsetDateTime.parse(text).toInstant();
            return Texts.MIN_TIME.isAfter(instant) || Texts.MAX_TIME.isBefore(instant) ? null : instant;
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Any JSON; a missing field is a {@link MissingNode}, an explicit null stays one. */
    public JsonNode json(String name) {
        known.add(name);
        return body.path(name);
    }

    public void problem(String field, String message, @Nullable String allowed) {
        problems.add(new FieldProblem(field, message, allowed));
    }

    /** Throws when anything was wrong, so what follows works on good values only. */
    public void finish() {
        body.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                problem(
                        Texts.excerpt(name),
                        "is not a field of this request",
                        known.isEmpty() ? null : String.join(", ", known));
            }
        });
        if (!problems.isEmpty()) {
            throw Problem.invalid(problems);
        }
    }

    private @Nullable JsonNode find(String name) {
        known.add(name);
        JsonNode node = body.path(name);
        return node.isMissingNode() || node.isNull() ? null : node;
    }
}
