package dev.runner.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.UUID;

/**
 * The SHA-256 of a request's canonical JSON, by which two requests are recognised as the same.
 *
 * <p>The form is stored with every job and compared across versions of this program: it must never change.
 *
 * @param hex 64 lower-case digits
 */
public record PayloadHash(String hex) {

    public static PayloadHash of(UUID repoId, NormalisedArguments arguments) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(canonicalJson(repoId, arguments));
            return new PayloadHash(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * {@code {"args":{…},"repo_id":"…","script_key":"…"}} in UTF-8: keys sorted, no white space, defaults left out, so
     * that an argument given as its default and one not given are the same request.
     */
    public static byte[] canonicalJson(UUID repoId, NormalisedArguments arguments) {
        var root = JsonNodeFactory.instance.objectNode(); // keeps insertion order; the keys are written sorted here
        root.set("args", NormalisedArguments.toJson(arguments.withoutDefaults()));
        root.put("repo_id", repoId.toString());
        root.put("script_key", arguments.scriptKey());
        try {
            // By way of a string: the byte generator writes characters beyond the BMP as escapes, this one as they are.
            return StrictJson.mapper().writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of scalars can always be written", e);
        }
    }
}
