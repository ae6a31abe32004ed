package dev.runner.api.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.registry.StrictJson;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a client says first.
 *
 * @param token null when it came in a header
 * @param maxBehind null when nothing may be skipped
 */
record StartMessage(
        @Nullable String token, long offset, @Nullable Long maxBehind) {
    /** Room for the longest token and all fields around it. */
    static final int MAX_LENGTH = 20 * 1024;

    private static final Set<String> FIELDS = Set.of("type", "token", "offset", "max_behind");
    private static final long MIN_BEHIND = 65_536;
    /** What a browser's number holds exactly (2^53 - 1). */
    private static final long MAX_NUMBER = 9_007_199_254_740_991L;

    /** Null when it is not one; what it is instead is not told, because it may hold a token. */
    static @Nullable StartMessage parse(String text) {
        try {
            return text.length() <= MAX_LENGTH && StrictJson.mapper().readTree(text) instanceof ObjectNode object
                    ? of(object)
                    : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static @Nullable StartMessage of(ObjectNode object) {
        var names = new TreeSet<String>();
        object.fieldNames().forEachRemaining(names::add);
        JsonNode token = object.path("token");
        JsonNode offset = object.path("offset");
        JsonNode behind = object.path("max_behind");
        boolean good = FIELDS.containsAll(names)
                && object.path("type").asText().equals("start")
                && (isAbsent(token) || token.isTextual())
                && (isAbsent(offset) || isNumber(offset, 0))
                && (isAbsent(behind) || isNumber(behind, MIN_BEHIND));
        return good
                ? new StartMessage(
                        isAbsent(token) ? null : token.textValue(),
                        offset.asLong(0),
                        isAbsent(behind) ? null : behind.longValue())
                : null;
    }

    private static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    private static boolean isNumber(JsonNode node, long min) {
        return node.isIntegralNumber()
                && node.canConvertToLong()
                && node.longValue() >= min
                && node.longValue() <= MAX_NUMBER;
    }

    /** Without the token: a record would print it. */
    @Override
    public String toString() {
        return "start at " + offset;
    }
}
