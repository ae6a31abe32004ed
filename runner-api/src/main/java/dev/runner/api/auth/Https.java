package dev.runner.api.auth;

import io.javalin.http.Context;

/** Whether the browser's side of a request is encrypted. */
final class Https {
    private Https() {}

    /** A proxy's word is taken from anyone: who lies about it only makes their own cookie and headers stricter. */
    static boolean isUsed(Context ctx) {
        String forwarded = ctx.header("X-Forwarded-Proto");
        return "https".equals(ctx.scheme())
                || (forwarded != null && forwarded.split(",", 2)[0].strip().equalsIgnoreCase("https"));
    }
}
