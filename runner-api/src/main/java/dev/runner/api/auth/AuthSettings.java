package dev.runner.api.auth;

import dev.runner.config.Environment;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How people prove who they are, and which browsers and proxies are believed.
 *
 * @param loginSecret what the login of our own signs with; null when there is no such login
 * @param cookieAlwaysSecure for a proxy that speaks TLS but does not say so
 * @param corsOrigins pages of other origins that may call the API; usually none
 * @param proxies whose word about the client's address is taken
 */
public record AuthSettings(
        ExternalTokens external,
        @Nullable SharedSecret loginSecret,
        boolean cookieAlwaysSecure,
        Set<String> corsOrigins,
        TrustedProxies proxies) {

    /** Every variable it reads, for processes that share an environment with the API. */
    public static final Set<String> NAMES = Set.of(
            AuthSettingsReader.SECRET,
            AuthSettingsReader.PUBLIC_KEY,
            AuthSettingsReader.JWKS,
            AuthSettingsReader.ALGORITHM,
            AuthSettingsReader.ISSUER,
            AuthSettingsReader.AUDIENCE,
            AuthSettingsReader.COOKIE_SECURE,
            AuthSettingsReader.CORS_ORIGINS,
            AuthSettingsReader.TRUSTED_PROXIES);

    public AuthSettings {
        corsOrigins = Set.copyOf(corsOrigins);
    }

    /** Reads them; what is wrong is told to the environment, whose {@code finish} then throws before anyone uses them. */
    public static AuthSettings from(Environment environment) {
        return new AuthSettingsReader(environment).read();
    }
}
