package dev.runner.api.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One file of the front end with its smaller forms.
 *
 * @param coded what the build stored beside it; empty when it made nothing smaller of it
 */
record WebFile(String contentType, Body plain, Map<Coding, Body> coded) {
    WebFile {
        coded = Map.copyOf(coded);
    }

    /**
     * Bytes to be sent as they are.
     *
     * @param etag of the content alone, so that every replica gives the same one
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared; it is what is written to the wire
    record Body(byte[] bytes, String etag, @Nullable Coding coding) {}

    /** The smallest form that a client with this header takes. */
    Body bodyFor(@Nullable String acceptEncoding) {
        for (Coding coding : Coding.values()) {
            Body body = coded.get(coding);
            if (body != null && coding.isAcceptedBy(acceptEncoding)) {
                return body;
            }
        }
        return plain;
    }
}
