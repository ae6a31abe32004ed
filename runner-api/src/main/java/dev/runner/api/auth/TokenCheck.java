package dev.runner.api.auth;

import dev.runner.api.http.Caller;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/** Who a token stands for, for connections that outlive the request they began with. Thread-safe. */
public final class TokenCheck {
    private final Credentials credentials;

    TokenCheck(Credentials credentials) {
        this.credentials = credentials;
    }

    /** The answer of this moment; asked again later it may be another. */
    public sealed interface Answer {
        record Valid(Caller caller) implements Answer {}

        /** Unknown, expired, revoked, its session ended, its user disabled: which one is nobody's business. */
        record Refused() implements Answer {}

        /** The database or the identity provider does not answer. */
        record Unknown() implements Answer {}
    }

    /** The token of an {@code Authorization} header; null when it holds none. */
    public static @Nullable String tokenOf(@Nullable String authorization) {
        return Credentials.bearer(authorization);
    }

    public Answer check(String token) {
        if (token.isEmpty() || token.length() > Credentials.MAX_TOKEN_LENGTH) {
            return new Answer.Refused();
        }
        try {
            return credentials
                    .identify(token)
                    .<Answer>map(identity -> new Answer.Valid(new Caller(identity.name())))
                    .orElseGet(Answer.Refused::new);
        } catch (KeysUnavailableException | DataAccessException e) {
            return new Answer.Unknown();
        }
    }
}
