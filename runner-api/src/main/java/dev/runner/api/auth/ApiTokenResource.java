package dev.runner.api.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.runner.account.ApiToken;
import dev.runner.account.ApiTokens;
import dev.runner.api.http.Access;
import dev.runner.api.http.Fields;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.RequestBody;
import dev.runner.api.http.Resource;
import dev.runner.api.http.Texts;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/auth/tokens}: tokens for automation. A token cannot manage tokens: one that leaks could otherwise make
 * itself successors that outlive its revocation.
 */
final class ApiTokenResource implements Resource {
    private static final int MAX_DAYS = 3650;
    private static final int DEFAULT_PAGE = 50;
    private static final int MAX_PAGE = 200;

    private final ApiTokens tokens;

    ApiTokenResource(ApiTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post("/api/auth/tokens", this::create, Access.PERSON);
        routes.get("/api/auth/tokens", this::list, Access.PERSON);
        routes.delete("/api/auth/tokens/{token_id}", this::revoke, Access.PERSON);
    }

    /** {@code token} is there once, in the answer to its creation. */
    private record View(
            UUID id,
            String name,
            Instant createdAt,
            @Nullable Instant expiresAt,
            @Nullable Instant lastUsedAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String token) {

        static View of(ApiToken token, @Nullable String plain) {
            return new View(token.id(), token.name(), token.createdAt(), token.expiresAt(), token.lastUsedAt(), plain);
        }
    }

    private record Page(List<View> items, int total, int limit, long offset) {}

    private void create(Context ctx) {
        String owner = person(ctx);
        Fields fields = RequestBody.required(ctx);
        String name = fields.requiredText("name", ApiTokens.MAX_NAME_LENGTH);
        Integer days = fields.integer("expires_in_days", 1, MAX_DAYS);
        fields.finish();
        ApiTokens.Created created = tokens.create(owner, name, days == null ? null : Duration.ofDays(days));
        Json.answer(ctx, 201, View.of(created.token(), created.plain()));
    }

    private void list(Context ctx) {
        String owner = person(ctx);
        Query query = new Query(ctx);
        int limit = (int) query.number("limit", DEFAULT_PAGE, 1, MAX_PAGE);
        long offset = query.number("offset", 0, 0, Integer.MAX_VALUE);
        query.finish();
        List<View> items = tokens.list(owner, limit, offset).stream()
                .map(token -> View.of(token, null))
                .toList();
        Json.answer(ctx, 200, new Page(items, tokens.count(owner), limit, offset));
    }

    private void revoke(Context ctx) {
        String owner = person(ctx);
        UUID id = Texts.uuid(ctx.pathParam("token_id"));
        if (id == null || !tokens.revoke(owner, id)) {
            throw Problem.notFound("token");
        }
        ctx.status(204);
    }

    private static String person(Context ctx) {
        Identity identity = Identity.of(ctx);
        if (identity instanceof Identity.Automation) {
            throw Problem.of(403, "person_required", "An API token cannot manage API tokens. Log in as a person.");
        }
        return identity.name();
    }
}
