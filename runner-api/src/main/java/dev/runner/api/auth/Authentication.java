package dev.runner.api.auth;

import dev.runner.api.http.Access;
import dev.runner.api.http.Problem;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.security.RouteRole;
import java.util.Set;

/**
 * Lets a request through to its route only as the route's {@link Access} says. A route that says nothing is closed.
 *
 * <p>To be registered with {@code beforeMatched}, where the matched route's roles are known.
 */
final class Authentication implements Handler {
    private final Credentials credentials;

    Authentication(Credentials credentials) {
        this.credentials = credentials;
    }

    @Override
    public void handle(Context ctx) {
        Set<RouteRole> roles = ctx.routeRoles();
        if (roles.contains(Access.PUBLIC)) {
            return;
        }
        boolean forAdministrators = roles.contains(Access.ADMINISTRATOR);
        // A HEAD is answered by the framework for every GET route, without the route's roles: a person is asked for.
        if (!forAdministrators
                && !roles.contains(Access.PERSON)
                && !ctx.method().equals(HandlerType.HEAD)) {
            throw Problem.of(403, "route_closed", "Nobody may call this route.");
        }
        Identity identity = identify(ctx);
        if (forAdministrators && !identity.isAdministrator()) {
            throw Problem.of(
                    403,
                    "administrator_required",
                    "Only an administrator who logged in here with a password may do this.");
        }
        identity.attachTo(ctx);
    }

    private Identity identify(Context ctx) {
        String token = Credentials.bearer(ctx.header("Authorization"));
        if (token == null) {
            throw Problem.unauthenticated("Send a token in the header: Authorization: Bearer <token>.");
        }
        try {
            // Why a token is refused stays between us and the log: it would help whoever tries to forge one.
            return credentials
                    .identify(token)
                    .orElseThrow(() -> Problem.unauthenticated("The token is not valid, has expired, or was revoked.")
                            .withHeader("WWW-Authenticate", "Bearer error=\"invalid_token\""));
        } catch (KeysUnavailableException e) {
            throw Problem.of(
                            503,
                            "identity_provider_unavailable",
                            "The identity provider's keys cannot be read just now. Try again.")
                    .withHeader("Retry-After", "10");
        }
    }
}
