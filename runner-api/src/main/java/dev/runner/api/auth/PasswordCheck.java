package dev.runner.api.auth;

import dev.runner.account.Accounts;
import dev.runner.account.LoginLimiter.Refused;
import dev.runner.account.LoginLimiter.Reserved;
import dev.runner.account.PasswordsBusyException;
import dev.runner.account.User;
import dev.runner.api.http.Problem;
import io.javalin.http.Context;
import java.util.Collections;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The only way to a password's verification: through the limit on guessing. */
final class PasswordCheck {
    private static final Logger log = LoggerFactory.getLogger(PasswordCheck.class);

    private final Accounts accounts;
    private final TrustedProxies proxies;

    PasswordCheck(Accounts accounts, TrustedProxies proxies) {
        this.accounts = accounts;
        this.proxies = proxies;
    }

    Optional<User> verify(Context ctx, String username, String password) {
        String address = address(ctx);
        return switch (accounts.loginLimiter().reserve(username, address)) {
            case Refused refused -> {
                log.atInfo().addKeyValue("address", address).log("login refused: too many failed attempts");
                throw Problem.of(429, "too_many_attempts", "There were too many failed logins. Try again later.")
                        .withHeader(
                                "Retry-After",
                                Long.toString(refused.retryAfter().toSeconds()));
            }
            case Reserved reserved -> verify(reserved, username, password);
        };
    }

    private Optional<User> verify(Reserved attempt, String username, String password) {
        Optional<User> user;
        try {
            user = accounts.users().verify(username, password);
        } catch (PasswordsBusyException e) {
            accounts.loginLimiter().giveBack(attempt);
            throw busy();
        }
        if (user.isPresent()) {
            accounts.loginLimiter().giveBack(attempt);
        }
        return user;
    }

    static Problem busy() {
        return Problem.of(503, "login_busy", "Too many people log in just now. Try again in a moment.")
                .withHeader("Retry-After", "2");
    }

    private String address(Context ctx) {
        return proxies.client(ctx.ip(), Collections.list(ctx.req().getHeaders("X-Forwarded-For")));
    }
}
