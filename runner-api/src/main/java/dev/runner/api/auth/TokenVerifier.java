package dev.runner.api.auth;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.auth0.jwt.interfaces.DecodedJWT;
import dev.runner.api.http.Texts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks tokens of the user's identity provider. Which algorithm is used comes from the settings, never from the token.
 */
final class TokenVerifier {
    private static final Logger log = LoggerFactory.getLogger(TokenVerifier.class);
    /** Clocks of two machines differ; an expired token is expired nevertheless. */
    private static final int LEEWAY_SECONDS = 5;

    private static final int MAX_SUBJECT = 255;

    private final ExternalTokens accepted;
    private final SigningKeys keys;

    TokenVerifier(ExternalTokens accepted) {
        this(accepted, SigningKeys.of(accepted));
    }

    TokenVerifier(ExternalTokens accepted, SigningKeys keys) {
        this.accepted = accepted;
        this.keys = keys;
    }

    /** The token's parts without any check of them; null when it is no JWT at all. */
    static @Nullable DecodedJWT decode(String token) {
        try {
            return JWT.decode(token);
        } catch (RuntimeException e) {
            // Not only the library's own exceptions: a time beyond the calendar is a DateTimeException.
            return null;
        }
    }

    /** Who the token speaks for; null when it is not to be believed. */
    @Nullable
    String subject(DecodedJWT token) {
        if (!accepted.algorithm().name().equals(token.getAlgorithm())
                // An extension that must be understood, and is not (RFC 7515, 4.1.11).
                || !token.getHeaderClaim("crit").isMissing()) {
            return null;
        }
        Algorithm algorithm = keys.find(token.getKeyId());
        if (algorithm == null) {
            return null;
        }
        try {
            verify(token, algorithm);
        } catch (JWTVerificationException e) {
            log.debug("a token was refused: {}", e.getMessage());
            return null;
        }
        String subject = token.getClaim("sub").asString();
        boolean good = token.getExpiresAtAsInstant() != null
                && subject != null
                && !subject.isBlank()
                && subject.length() <= MAX_SUBJECT
                && Texts.storable(subject);
        return good ? subject : null;
    }

    private void verify(DecodedJWT token, Algorithm algorithm) {
        var verification = JWT.require(algorithm)
                .acceptExpiresAt(0)
                .acceptNotBefore(LEEWAY_SECONDS)
                .acceptIssuedAt(LEEWAY_SECONDS);
        if (accepted.issuer() != null) {
            verification.withIssuer(accepted.issuer());
        }
        if (accepted.audience() != null) {
            verification.withAnyOfAudience(accepted.audience());
        }
        verification.build().verify(token);
    }
}
