package dev.runner.api.auth;

import org.jspecify.annotations.Nullable;

/**
 * Which tokens of the user's identity provider are accepted.
 *
 * @param algorithm the only one
 * @param issuer what {@code iss} must be, or null when it does not matter
 * @param audience what must be among {@code aud}, or null when it does not matter
 */
public record ExternalTokens(
        JwtAlgorithm algorithm,
        KeySource keys,
        @Nullable String issuer,
        @Nullable String audience) {}
