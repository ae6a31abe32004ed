package dev.runner.api.jobs;

import dev.runner.api.http.Fields;
import io.javalin.http.Context;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/** The header by which a client may repeat a create without fear. */
final class IdempotencyKey {
    private static final String HEADER = "Idempotency-Key";
    private static final String VISIBLE_ASCII = "[\\x21-\\x7E]{1,255}";

    private IdempotencyKey() {}

    /** The key, or null without one; a bad one is added to the problems of the request. */
    static @Nullable String read(Context ctx, Fields problems) {
        var values = Collections.list(ctx.req().getHeaders(HEADER));
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1 || !values.getFirst().matches(VISIBLE_ASCII)) {
            problems.problem(HEADER, "is not a valid key", "once, 1 to 255 visible ASCII characters (no spaces)");
            return null;
        }
        return values.getFirst();
    }
}
