package dev.runner.registry;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.Optional;

/**
 * YAML as a tree, read token by token: the mapper would stop at the first duplicate key, or keep the last one, and
 * either would hide the others. Aliases are refused, so what a script may do is written where the script is.
 */
final class YamlTree {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final YAMLParser parser;
    private final LoadProblems problems;

    private YamlTree(YAMLParser parser, LoadProblems problems) {
        this.parser = parser;
        this.problems = problems;
    }

    /** The tree, or empty when the text is not YAML at all; problems are reported either way. */
    static Optional<JsonNode> read(String yaml, LoadProblems problems) {
        try (var parser = new YAMLFactory().createParser(yaml)) {
            if (parser.nextToken() == null) {
                problems.add("", "is empty");
                return Optional.empty();
            }
            var tree = new YamlTree(parser, problems).node("");
            if (parser.nextToken() != null) {
                problems.add("", "must hold one YAML document only");
            }
            return Optional.of(tree);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            var at = e.getLocation();
            problems.add(
                    "",
                    "is not valid YAML" + (at == null ? "" : " near line " + at.getLineNr()) + ": "
                            + firstLine(e.getOriginalMessage()));
            return Optional.empty();
        } catch (IOException e) {
            throw new IllegalStateException("a string can always be read", e);
        }
    }

    private static String firstLine(String message) {
        return message.lines().findFirst().orElse("");
    }

    private JsonNode node(String place) throws IOException {
        problems.remember(place, parser.currentTokenLocation().getLineNr());
        if (parser.isCurrentAlias() || parser.getObjectId() != null) {
            problems.add(place, "anchors and aliases are not allowed");
        }
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(place);
            case START_ARRAY -> array(place);
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT -> integer();
            case VALUE_TRUE -> NODES.booleanNode(true);
            case VALUE_FALSE -> NODES.booleanNode(false);
            // No setting is a fraction, and .inf would not even convert; like null, it fits nowhere.
            default -> NODES.nullNode();
        };
    }

    private JsonNode integer() throws IOException {
        return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                ? NODES.numberNode(parser.getBigIntegerValue())
                : NODES.numberNode(parser.getLongValue());
    }

    private JsonNode object(String place) throws IOException {
        var object = NODES.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            var key = parser.currentName();
            var below = place.isEmpty() ? key : place + "." + key;
            parser.nextToken();
            boolean twice = object.has(key);
            var value = node(below);
            if (twice) {
                problems.add(below, "is written twice");
            } else {
                object.set(key, value);
            }
        }
        return object;
    }

    private JsonNode array(String place) throws IOException {
        var array = NODES.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(node(place + "[" + array.size() + "]"));
        }
        return array;
    }
}
