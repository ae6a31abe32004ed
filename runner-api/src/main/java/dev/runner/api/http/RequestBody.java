package dev.runner.api.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.registry.StrictJson;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a JSON object from a request, or says exactly why it is none. */
public final class RequestBody {
    /** Far above any form; a body is in memory once for each request. */
    public static final int MAX_BYTES = 256 * 1024;

    private RequestBody() {}

    /** The fields of a body that must be there. */
    public static Fields required(Context ctx) {
        return new Fields(read(ctx, false));
    }

    /** The fields of a body that may be left out altogether. */
    public static Fields optional(Context ctx) {
        return new Fields(read(ctx, true));
    }

    private static ObjectNode read(Context ctx, boolean mayBeEmpty) {
        byte[] bytes = bytes(ctx);
        if (bytes.length == 0 && mayBeEmpty) {
            return JsonNodeFactory.instance.objectNode();
        }
        String encoding = ctx.header("Content-Encoding");
        if (!isJson(ctx.contentType()) || (encoding != null && !encoding.equalsIgnoreCase("identity"))) {
            throw Problem.of(
                    415,
                    "unsupported_media_type",
                    "The body must be sent as application/json in UTF-8, not compressed.");
        }
        return parse(bytes);
    }

    private static byte[] bytes(Context ctx) {
        if (ctx.req().getContentLengthLong() > MAX_BYTES) {
            throw tooLarge();
        }
        try {
            // One byte more than allowed: enough to know, however long a chunked body goes on.
            byte[] bytes = ctx.req().getInputStream().readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw tooLarge();
            }
            return bytes;
        } catch (IOException e) {
            throw Problem.of(400, "body_unreadable", "The body ended before it was complete.");
        }
    }

    private static Problem tooLarge() {
        return Problem.of(413, "body_too_large", "The body is larger than %d bytes.".formatted(MAX_BYTES));
    }

    private static boolean isJson(@Nullable String contentType) {
        if (contentType == null) {
            return false;
        }
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", -1);
        for (int i = 1; i < parts.length; i++) {
            String parameter = parts[i].strip().replace("\"", "");
            if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
                return false;
            }
        }
        return parts[0].strip().equals("application/json");
    }

    private static ObjectNode parse(byte[] bytes) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
            JsonNode tree = StrictJson.mapper().readTree(text);
            if (tree instanceof ObjectNode object) {
                return object;
            }
            throw Problem.of(400, "invalid_json", "The body must be a JSON object.");
        } catch (CharacterCodingException e) {
            throw Problem.of(400, "invalid_json", "The body is not valid UTF-8.");
        } catch (StreamConstraintsException e) {
            throw Problem.of(400, "invalid_json", "The body is nested too deeply or has a number or name too long.");
        } catch (JsonProcessingException e) {
            throw Problem.of(400, "invalid_json", "The body is not valid JSON" + place(e) + ".");
        }
    }

    /** The parser's own words quote the input, which may be secret; its place does not. */
    private static String place(JsonProcessingException e) {
        var location = e.getLocation();
        String reason =
                String.valueOf(e.getOriginalMessage()).startsWith("Duplicate field") ? ": a field is repeated" : "";
        return location == null
                ? reason
                : "%s (line %d, column %d)".formatted(reason, location.getLineNr(), location.getColumnNr());
    }
}
