package dev.runner.api.auth;

import dev.runner.account.Session;
import dev.runner.api.http.Problem;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The cookie that carries the refresh token, out of reach of scripts and of other sites. */
final class RefreshCookie {
    static final String NAME = "runner_refresh";

    private static final String PATH = "/api/auth";

    private final boolean alwaysSecure;

    RefreshCookie(boolean alwaysSecure) {
        this.alwaysSecure = alwaysSecure;
    }

    void set(Context ctx, Session session) {
        Duration left = Duration.between(session.now(), session.expiresAt());
        ctx.cookie(cookie(ctx, session.refreshToken(), (int) left.toSeconds()));
    }

    void clear(Context ctx) {
        ctx.cookie(cookie(ctx, "", 0));
    }

    private Cookie cookie(Context ctx, String value, int maxAge) {
        boolean secure = alwaysSecure || Https.isUsed(ctx);
        return new Cookie(NAME, value, PATH, maxAge, secure, true, null, SameSite.STRICT);
    }

    /** The token, whoever made the browser send it. */
    @Nullable
    String value(Context ctx) {
        String value = ctx.cookie(NAME);
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * The token, from a request that a page of another site could not have sent: a form cannot set a header, and a script
     * that does so is asked for by a CORS preflight first.
     */
    @Nullable
    String read(Context ctx) {
        String value = value(ctx);
        if (value == null) {
            return null;
        }
        String contentType = ctx.contentType();
        boolean json = contentType != null
                && contentType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip().equals("application/json");
        if (!json && ctx.header("X-Requested-With") == null) {
            throw Problem.of(
                    403, "csrf_header_missing", "Send the header X-Requested-With, or Content-Type: application/json.");
        }
        return value;
    }
}
