package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;

/** A checked value; there is no way to hold one of another shape. */
public sealed interface ArgumentValue {
    JsonNode toJson();

    record IntValue(long value) implements ArgumentValue {
        @Override
        public JsonNode toJson() {
            return LongNode.valueOf(value);
        }
    }

    record BoolValue(boolean value) implements ArgumentValue {
        @Override
        public JsonNode toJson() {
            return BooleanNode.valueOf(value);
        }
    }

    record TextValue(String value) implements ArgumentValue {
        @Override
        public JsonNode toJson() {
            return TextNode.valueOf(value);
        }
    }
}
