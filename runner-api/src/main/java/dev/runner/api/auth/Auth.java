package dev.runner.api.auth;

import dev.runner.account.Accounts;
import io.javalin.config.RoutesConfig;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** All about who is calling, ready to be added to a server. Keeps no state of its own but the provider's public keys. */
public final class Auth {
    private final AuthSettings settings;
    private final Accounts accounts;
    private final Credentials credentials;
    private final @Nullable SessionTokens sessionTokens;

    public Auth(DataSource dataSource, AuthSettings settings) {
        this(Accounts.on(dataSource), settings);
    }

    public Auth(Accounts accounts, AuthSettings settings) {
        this.settings = settings;
        this.accounts = accounts;
        this.sessionTokens = settings.loginSecret() == null ? null : new SessionTokens(settings.loginSecret());
        this.credentials = new Credentials(accounts, new TokenVerifier(settings.external()), sessionTokens);
    }

    /** For connections that outlive the request they began with. */
    public TokenCheck tokens() {
        return new TokenCheck(credentials);
    }

    /** Adds the headers, the check of every matched route, and the routes under {@code /api/auth}. */
    public void addTo(RoutesConfig routes) {
        // Headers first: whatever is refused later must carry them too.
        routes.before(new SecurityHeaders());
        routes.before(new Cors(settings.corsOrigins()));
        routes.beforeMatched(new Authentication(credentials));
        var cookie = new RefreshCookie(settings.cookieAlwaysSecure());
        var passwordCheck = new PasswordCheck(accounts, settings.proxies());
        new AuthResource(accounts, credentials, sessionTokens, passwordCheck, cookie).addTo(routes);
        new ApiTokenResource(accounts.apiTokens()).addTo(routes);
        new UsersResource(accounts.administration()).addTo(routes);
    }
}
