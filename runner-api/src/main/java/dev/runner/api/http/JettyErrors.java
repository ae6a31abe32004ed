package dev.runner.api.http;

import java.nio.ByteBuffer;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** What the server itself refuses, before any handler: a malformed request line, headers too large. Same shape. */
public final class JettyErrors extends ErrorHandler {
    @Override
    protected void generateResponse(
            Request request,
            Response response,
            int code,
            @Nullable String message,
            @Nullable Throwable cause,
            Callback callback) {
        String title = HttpStatus.getMessage(code);
        byte[] body = Json.bytes(Map.of(
                "type",
                "about:blank",
                "title",
                title,
                "status",
                code,
                "code",
                code >= 500 ? "internal_error" : "bad_request",
                "detail",
                "The request could not be understood: " + title + "."));
        response.setStatus(code);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/problem+json");
        response.getHeaders().put("X-Content-Type-Options", "nosniff");
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        // The server hangs up after what it could not parse; a client that is not told sends its next request in vain.
        response.getHeaders().put(HttpHeader.CONNECTION, "close");
        response.write(true, ByteBuffer.wrap(body), callback);
    }
}
