package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A mapping of the file, read field by field; what does not fit is reported and read as absent. */
final class YamlObject {
    private final String place;
    private final ObjectNode node;
    private final LoadProblems problems;

    private YamlObject(String place, ObjectNode node, LoadProblems problems) {
        this.place = place;
        this.node = node;
        this.problems = problems;
    }

    static Optional<YamlObject> of(String place, JsonNode node, LoadProblems problems) {
        if (node instanceof ObjectNode object) {
            return Optional.of(new YamlObject(place, object, problems));
        }
        problems.add(place, "must be a mapping of keys to values");
        return Optional.empty();
    }

    String place(String key) {
        return place.isEmpty() ? key : place + "." + key;
    }

    void problem(String key, String message) {
        problems.add(place(key), message);
    }

    void allowOnly(String... keys) {
        var allowed = List.of(keys);
        for (var key : keys()) {
            if (!allowed.contains(key)) {
                problem(key, "is not a known key; known are " + String.join(", ", allowed));
            }
        }
    }

    List<String> keys() {
        return node.properties().stream().map(Map.Entry::getKey).toList();
    }

    @Nullable
    JsonNode node(String key) {
        return node.get(key);
    }

    String text(String key) {
        if (!node.has(key)) {
            problem(key, "is missing");
        }
        return optionalText(key).orElse("");
    }

    Optional<String> optionalText(String key) {
        var value = node.get(key);
        if (value == null) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            problem(key, "must be text; put quotes around it if it looks like something else");
            return Optional.empty();
        }
        if (value.textValue().isBlank() && !key.equals("default")) {
            problem(key, "must not be empty");
            return Optional.empty();
        }
        return Optional.of(value.textValue());
    }

    /** A text that matches as a whole; {@code expected} says so to people. */
    Optional<String> textLike(String key, String pattern, String expected) {
        var text = optionalText(key);
        if (text.isPresent() && !text.get().matches(pattern)) {
            problem(key, "must be " + expected);
            return Optional.empty();
        }
        return text;
    }

    OptionalLong integer(String key, long min, long max) {
        var value = node.get(key);
        if (value == null) {
            return OptionalLong.empty();
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToLong()
                || value.longValue() < min
                || value.longValue() > max) {
            problem(key, "must be a whole number from " + min + " to " + max);
            return OptionalLong.empty();
        }
        return OptionalLong.of(value.longValue());
    }

    boolean bool(String key) {
        var value = node.get(key);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            problem(key, "must be true or false");
        }
        return value.isBoolean() && value.booleanValue();
    }
}
