package dev.runner.api.auth;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import java.util.Set;

/** Lets pages of the listed origins call the API. Without a list it does nothing, which browsers take for a no. */
final class Cors implements Handler {
    private static final String METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE";
    private static final String REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, X-Requested-With";
    private static final String ANSWER_HEADERS = "Location, Retry-After, WWW-Authenticate";
    private static final String PREFLIGHT_SECONDS = "600";

    private final Set<String> origins;

    Cors(Set<String> origins) {
        this.origins = Set.copyOf(origins);
    }

    @Override
    public void handle(Context ctx) {
        if (origins.isEmpty()) {
            return;
        }
        // Caches must not hand one origin's answer to another.
        ctx.header("Vary", "Origin");
        String origin = ctx.header("Origin");
        if (origin == null || !origins.contains(origin)) {
            return;
        }
        ctx.header("Access-Control-Allow-Origin", origin);
        ctx.header("Access-Control-Allow-Credentials", "true");
        ctx.header("Access-Control-Expose-Headers", ANSWER_HEADERS);
        ctx.header("Cross-Origin-Resource-Policy", "cross-origin");
        if (ctx.method().equals(HandlerType.OPTIONS) && ctx.header("Access-Control-Request-Method") != null) {
            ctx.header("Access-Control-Allow-Methods", METHODS);
            ctx.header("Access-Control-Allow-Headers", REQUEST_HEADERS);
            ctx.header("Access-Control-Max-Age", PREFLIGHT_SECONDS);
            ctx.status(204).skipRemainingHandlers();
        }
    }
}
