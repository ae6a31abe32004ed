package dev.runner.api.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.runner.account.PasswordsBusyException;
import dev.runner.account.UpdateOutcome;
import dev.runner.account.User;
import dev.runner.account.UserAdministration;
import dev.runner.account.UserWithPassword;
import dev.runner.account.Users;
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
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code /api/auth/users}: who can log in here, for administrators. Every change is logged with who made it. */
final class UsersResource implements Resource {
    private static final Logger log = LoggerFactory.getLogger(UsersResource.class);
    private static final String USER = "/api/auth/users/{user_id}";
    private static final int DEFAULT_PAGE = 50;
    private static final int MAX_PAGE = 200;

    private final UserAdministration users;

    UsersResource(UserAdministration users) {
        this.users = users;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/auth/users", this::list, Access.ADMINISTRATOR);
        routes.post("/api/auth/users", this::create, Access.ADMINISTRATOR);
        routes.patch(USER, this::update, Access.ADMINISTRATOR);
        routes.post(USER + "/reset-password", this::resetPassword, Access.ADMINISTRATOR);
    }

    /** {@code password} is there once, in the answer that made it. */
    private record View(
            UUID id,
            String username,
            boolean administrator,
            @Nullable Instant disabledAt,
            Instant createdAt,
            Instant passwordChangedAt,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String password) {

        static View of(User user) {
            return of(user, null);
        }

        static View of(UserWithPassword made) {
            return of(made.user(), made.password());
        }

        private static View of(User user, @Nullable String password) {
            return new View(
                    user.id(),
                    user.username(),
                    user.administrator(),
                    user.disabledAt(),
                    user.createdAt(),
                    user.passwordChangedAt(),
                    password);
        }
    }

    private record Page(List<View> items, int total, int limit, long offset) {}

    private void list(Context ctx) {
        Query query = new Query(ctx);
        int limit = (int) query.number("limit", DEFAULT_PAGE, 1, MAX_PAGE);
        long offset = query.number("offset", 0, 0, Integer.MAX_VALUE);
        query.finish();
        List<View> items = users.list(limit, offset).stream().map(View::of).toList();
        Json.answer(ctx, 200, new Page(items, users.count(), limit, offset));
    }

    private void create(Context ctx) {
        Fields fields = RequestBody.required(ctx);
        String username = fields.requiredText("username", Users.MAX_NAME_LENGTH);
        Boolean administrator = fields.flag("administrator");
        if (!username.isEmpty() && !Users.isName(username)) {
            fields.problem("username", "is not a name", Users.NAME_ALLOWED);
        }
        fields.finish();
        UserWithPassword made = hashing(() -> users.create(username, Boolean.TRUE.equals(administrator)))
                .orElseThrow(() -> Problem.of(
                        409, "username_taken", "There is a user %s already.".formatted(Users.normalise(username))));
        note(ctx, made.user(), "user created");
        Json.answer(ctx, 201, View.of(made));
    }

    private void update(Context ctx) {
        UUID id = userId(ctx);
        Fields fields = RequestBody.required(ctx);
        Boolean disabled = fields.flag("disabled");
        Boolean administrator = fields.flag("administrator");
        fields.finish();
        switch (users.update(id, disabled, administrator)) {
            case UpdateOutcome.Updated updated -> {
                note(ctx, updated.user(), "user changed");
                Json.answer(ctx, 200, View.of(updated.user()));
            }
            case UpdateOutcome.LastAdministrator last ->
                throw Problem.of(
                        409,
                        "last_administrator",
                        "%s is the last administrator who can log in. Make somebody else one first."
                                .formatted(last.user().username()));
            case UpdateOutcome.Unknown unknown -> throw Problem.notFound("user");
        }
    }

    private void resetPassword(Context ctx) {
        new Query(ctx).finish();
        UUID id = userId(ctx);
        RequestBody.optional(ctx).finish();
        UserWithPassword made = hashing(() -> users.resetPassword(id)).orElseThrow(() -> Problem.notFound("user"));
        note(ctx, made.user(), "password reset");
        Json.answer(ctx, 200, View.of(made));
    }

    private static Optional<UserWithPassword> hashing(Supplier<Optional<UserWithPassword>> work) {
        try {
            return work.get();
        } catch (PasswordsBusyException e) {
            throw PasswordCheck.busy();
        }
    }

    private static UUID userId(Context ctx) {
        UUID id = Texts.uuid(ctx.pathParam("user_id"));
        if (id == null) {
            throw Problem.notFound("user");
        }
        return id;
    }

    private static void note(Context ctx, User user, String what) {
        log.atInfo()
                .addKeyValue("actor", Identity.of(ctx).name())
                .addKeyValue("username", user.username())
                .addKeyValue("administrator", user.administrator())
                .addKeyValue("disabled", user.disabledAt() != null)
                .log(what);
    }
}
