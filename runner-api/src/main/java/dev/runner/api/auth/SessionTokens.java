package dev.runner.api.auth;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.auth0.jwt.exceptions.JWTVerificationException;
import com.auth0.jwt.interfaces.DecodedJWT;
import dev.runner.account.Session;
import dev.runner.api.http.Texts;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The access tokens of our own login. They are signed with a key derived from the secret, so that neither a token of the
 * identity provider can pass for one of these, nor one of these for the provider's. They name a session; whether that
 * still runs is for the database to say.
 */
final class SessionTokens {
    static final Duration LIFETIME = Duration.ofMinutes(10);

    private static final String TYPE = "runner-session+jwt";
    private static final String ISSUER = "runner";
    private static final String PURPOSE = "runner session tokens, version 1";

    private final Algorithm algorithm;

    SessionTokens(SharedSecret secret) {
        this.algorithm = Algorithm.HMAC256(secret.derive(PURPOSE).getEncoded());
    }

    /** What a genuine token names, before the database was asked. */
    record Claim(UUID sessionId, Instant expiresAt) {}

    String issue(Session session) {
        return JWT.create()
                .withHeader(Map.of("typ", TYPE))
                .withIssuer(ISSUER)
                .withSubject(session.user().username())
                .withClaim("sid", session.id().toString())
                .withIssuedAt(session.now())
                .withExpiresAt(session.now().plus(LIFETIME))
                .sign(algorithm);
    }

    /** Whether a token claims to be one of these (RFC 8725, 3.11: explicit typing). */
    static boolean isMeant(DecodedJWT token) {
        return TYPE.equals(token.getType());
    }

    /** What the token names; null when we did not sign it. Its expiry is not judged here. */
    @Nullable
    Claim read(DecodedJWT token) {
        if (!algorithm.getName().equals(token.getAlgorithm())) {
            return null;
        }
        try {
            algorithm.verify(token);
        } catch (JWTVerificationException e) {
            return null;
        }
        String id = token.getClaim("sid").asString();
        UUID sessionId = id == null ? null : Texts.uuid(id);
        Instant expiresAt = token.getExpiresAtAsInstant();
        return sessionId == null || expiresAt == null ? null : new Claim(sessionId, expiresAt);
    }
}
