package dev.runner.api.auth;

import dev.runner.account.Accounts;
import dev.runner.account.PasswordsBusyException;
import dev.runner.account.Session;
import dev.runner.account.User;
import dev.runner.account.Users;
import dev.runner.api.http.Access;
import dev.runner.api.http.Fields;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.RequestBody;
import dev.runner.api.http.Resource;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import org.jspecify.annotations.Nullable;

/** {@code /api/auth}: the login of our own, for those who have no identity provider. */
final class AuthResource implements Resource {
    private static final int MAX_USERNAME = 255;

    private final Accounts accounts;
    private final Credentials credentials;
    private final @Nullable SessionTokens sessionTokens;
    private final PasswordCheck passwordCheck;
    private final RefreshCookie cookie;

    AuthResource(
            Accounts accounts,
            Credentials credentials,
            @Nullable SessionTokens sessionTokens,
            PasswordCheck passwordCheck,
            RefreshCookie cookie) {
        this.accounts = accounts;
        this.credentials = credentials;
        this.sessionTokens = sessionTokens;
        this.passwordCheck = passwordCheck;
        this.cookie = cookie;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post("/api/auth/login", this::login, Access.PUBLIC);
        routes.post("/api/auth/refresh", this::refresh, Access.PUBLIC);
        // Public, because whoever wants to leave may come with a token that has expired.
        routes.post("/api/auth/logout", this::logout, Access.PUBLIC);
        routes.post("/api/auth/logout-everywhere", this::logoutEverywhere, Access.PERSON);
        routes.get("/api/auth/me", ctx -> Json.answer(ctx, 200, Me.of(Identity.of(ctx))), Access.PERSON);
        routes.post("/api/auth/password", this::changePassword, Access.PERSON);
    }

    private record Me(String username, boolean administrator, String kind) {
        static Me of(Identity identity) {
            return new Me(identity.name(), identity.isAdministrator(), identity.kind());
        }
    }

    private record LoggedIn(String accessToken, String tokenType, long expiresIn, String username) {}

    private void login(Context ctx) {
        SessionTokens tokens = requireLogin();
        Fields fields = RequestBody.required(ctx);
        String username = fields.requiredText("username", MAX_USERNAME);
        String password = fields.requiredText("password", Users.MAX_PASSWORD_LENGTH);
        fields.finish();
        Session session = passwordCheck
                .verify(ctx, username, password)
                .flatMap(accounts.sessions()::start)
                .orElseThrow(() -> Problem.of(401, "invalid_credentials", "The username or the password is wrong.")
                        .withHeader("WWW-Authenticate", "Bearer"));
        answer(ctx, tokens, session);
    }

    private void refresh(Context ctx) {
        SessionTokens tokens = requireLogin();
        String refreshToken = cookie.read(ctx);
        if (refreshToken == null) {
            throw Problem.unauthenticated("There is no session to refresh. Log in.");
        }
        // The cookie is not cleared here: the browser may have been given a newer one by an answer that came first.
        Session session = accounts.sessions()
                .refresh(refreshToken)
                .orElseThrow(() -> Problem.unauthenticated("The session has ended. Log in again."));
        answer(ctx, tokens, session);
    }

    private void answer(Context ctx, SessionTokens tokens, Session session) {
        cookie.set(ctx, session);
        Json.answer(
                ctx,
                200,
                new LoggedIn(
                        tokens.issue(session),
                        "Bearer",
                        SessionTokens.LIFETIME.toSeconds(),
                        session.user().username()));
    }

    private void logout(Context ctx) {
        String token = Credentials.bearer(ctx.header("Authorization"));
        SessionTokens.Claim claim = token == null ? null : credentials.sessionOf(token);
        if (claim != null) {
            accounts.sessions().end(claim.sessionId());
        }
        // A token in the header shows that no other site's form sent this.
        String refreshToken = claim == null ? cookie.read(ctx) : cookie.value(ctx);
        if (refreshToken != null) {
            accounts.sessions().endByToken(refreshToken);
        }
        cookie.clear(ctx);
        ctx.status(204);
    }

    private void logoutEverywhere(Context ctx) {
        if (!(Identity.of(ctx) instanceof Identity.LocalPerson person)) {
            throw Problem.of(403, "local_login_required", "Only someone who logged in here has sessions to end.");
        }
        accounts.sessions().endAll(person.user().id());
        cookie.clear(ctx);
        ctx.status(204);
    }

    private void changePassword(Context ctx) {
        if (!(Identity.of(ctx) instanceof Identity.LocalPerson person)) {
            throw Problem.of(
                    403, "local_login_required", "Only someone who logged in here with a password can change it.");
        }
        Fields fields = RequestBody.required(ctx);
        String current = fields.requiredText("current_password", Users.MAX_PASSWORD_LENGTH);
        String replacement = fields.requiredText("new_password", Users.MAX_PASSWORD_LENGTH);
        if (!replacement.isEmpty() && replacement.length() < Users.MIN_PASSWORD_LENGTH) {
            fields.problem(
                    "new_password",
                    "is too short",
                    "a text of %d to %d characters".formatted(Users.MIN_PASSWORD_LENGTH, Users.MAX_PASSWORD_LENGTH));
        }
        fields.finish();
        User user = passwordCheck
                .verify(ctx, person.name(), current)
                .orElseThrow(() -> Problem.of(403, "invalid_credentials", "The current password is wrong."));
        if (!change(user, replacement, person)) {
            throw Problem.of(409, "password_changed", "The password was changed by somebody else just now.");
        }
        ctx.status(204);
    }

    private boolean change(User user, String replacement, Identity.LocalPerson person) {
        try {
            return accounts.users().changePassword(user, replacement, person.sessionId());
        } catch (PasswordsBusyException e) {
            throw PasswordCheck.busy();
        }
    }

    private SessionTokens requireLogin() {
        if (sessionTokens == null) {
            throw Problem.of(
                    404,
                    "login_disabled",
                    "This installation has no login of its own. Use a token of its identity provider.");
        }
        return sessionTokens;
    }
}
