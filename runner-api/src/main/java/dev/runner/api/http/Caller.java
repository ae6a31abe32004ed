package dev.runner.api.http;

import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/**
 * The authenticated person or automation behind a request.
 *
 * @param name what is recorded as {@code requested_by} and as the actor of events
 */
public record Caller(String name) {
    private static final String ATTRIBUTE = "runner.caller";

    /** The caller of a route that needs one. */
    public static Caller of(Context ctx) {
        Caller caller = find(ctx);
        if (caller == null) {
            throw new IllegalStateException("a route that asks for its caller must not be public: " + ctx.path());
        }
        return caller;
    }

    public static @Nullable Caller find(Context ctx) {
        return ctx.attribute(ATTRIBUTE);
    }

    public void attachTo(Context ctx) {
        ctx.attribute(ATTRIBUTE, this);
    }
}
