package dev.runner.api.auth;

import com.auth0.jwt.interfaces.DecodedJWT;
import dev.runner.account.Accounts;
import dev.runner.account.ApiTokens;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Turns what a request carries in {@code Authorization} into who sent it. */
final class Credentials {
    private static final String SCHEME = "bearer ";
    /** Servers refuse longer headers anyway; decoding starts below this. */
    static final int MAX_TOKEN_LENGTH = 16 * 1024;

    private final Accounts accounts;
    private final TokenVerifier external;
    private final @Nullable SessionTokens sessionTokens;

    Credentials(Accounts accounts, TokenVerifier external, @Nullable SessionTokens sessionTokens) {
        this.accounts = accounts;
        this.external = external;
        this.sessionTokens = sessionTokens;
    }

    /** The token of a bearer header; null for none, another scheme, or one too long to be real. */
    static @Nullable String bearer(@Nullable String authorization) {
        if (authorization == null || !authorization.toLowerCase(Locale.ROOT).startsWith(SCHEME)) {
            return null;
        }
        String token = authorization.substring(SCHEME.length()).strip();
        return token.isEmpty() || token.length() > MAX_TOKEN_LENGTH ? null : token;
    }

    Optional<Identity> identify(String token) {
        if (token.startsWith(ApiTokens.PREFIX)) {
            return accounts.apiTokens().find(token).map(found -> new Identity.Automation(found.owner()));
        }
        DecodedJWT decoded = TokenVerifier.decode(token);
        if (decoded == null) {
            return Optional.empty();
        }
        if (SessionTokens.isMeant(decoded)) {
            return localPerson(decoded);
        }
        return Optional.ofNullable(external.subject(decoded)).map(Identity.ExternalPerson::new);
    }

    private Optional<Identity> localPerson(DecodedJWT token) {
        SessionTokens.Claim claim = claim(token);
        return claim == null
                ? Optional.empty()
                : accounts.sessions()
                        .active(claim.sessionId(), claim.expiresAt())
                        .map(user -> new Identity.LocalPerson(user, claim.sessionId()));
    }

    /** The session a token of ours names, expired or not: for leaving, an old token is good enough. */
    SessionTokens.@Nullable Claim sessionOf(String token) {
        DecodedJWT decoded = TokenVerifier.decode(token);
        return decoded == null || !SessionTokens.isMeant(decoded) ? null : claim(decoded);
    }

    private SessionTokens.@Nullable Claim claim(DecodedJWT token) {
        return sessionTokens == null ? null : sessionTokens.read(token);
    }
}
