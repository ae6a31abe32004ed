package dev.runner.api.auth;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.Map;

/** Headers that keep a browser from doing with an answer what it was not meant for. On every answer, also on errors. */
final class SecurityHeaders implements Handler {
    /** Scripts, styles and calls of our own origin only; data: for the small images a bundler inlines. */
    private static final String CONTENT_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none';"
            + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private static final Map<String, String> ALWAYS = Map.of(
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Referrer-Policy", "no-referrer",
            "Content-Security-Policy", CONTENT_POLICY,
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Permissions-Policy", "camera=(), geolocation=(), microphone=()");

    @Override
    public void handle(Context ctx) {
        ALWAYS.forEach(ctx::header);
        if (Https.isUsed(ctx)) {
            ctx.header("Strict-Transport-Security", "max-age=31536000");
        }
        if (ctx.path().equals("/api") || ctx.path().startsWith("/api/")) {
            ctx.header("Cache-Control", "no-store");
        }
    }
}
