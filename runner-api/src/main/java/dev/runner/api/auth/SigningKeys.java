package dev.runner.api.auth;

import com.auth0.jwt.algorithms.Algorithm;
import org.jspecify.annotations.Nullable;

/** Finds the key that a token says it was signed with. */
interface SigningKeys {
    /**
     * The algorithm with the key in it; null when there is no such key.
     *
     * @param keyId the token's {@code kid}, which it need not have
     * @throws KeysUnavailableException when the keys cannot be had just now; say so instead of refusing the token
     */
    @Nullable
    Algorithm find(@Nullable String keyId);

    static SigningKeys of(ExternalTokens tokens) {
        JwtAlgorithm algorithm = tokens.algorithm();
        return switch (tokens.keys()) {
            case KeySource.Secret(SharedSecret secret) -> fixed(algorithm.verifying(secret.key()));
            case KeySource.Fixed(var key) -> fixed(algorithm.verifying(key));
            case KeySource.SetAt(var address) -> new JwksKeys(JwksReader.of(address), algorithm);
            case KeySource.SetIn(var file) -> new JwksKeys(JwksReader.of(file), algorithm);
        };
    }

    private static SigningKeys fixed(Algorithm algorithm) {
        return keyId -> algorithm;
    }
}
