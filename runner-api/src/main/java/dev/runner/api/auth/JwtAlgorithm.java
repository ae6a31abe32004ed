package dev.runner.api.auth;

import com.auth0.jwt.algorithms.Algorithm;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import org.jspecify.annotations.Nullable;

/** The signatures a token may carry. {@code none} is not among them, and one installation accepts exactly one. */
public enum JwtAlgorithm {
    HS256("shared secret", null),
    RS256("RSA", null),
    RS384("RSA", null),
    RS512("RSA", null),
    PS256("RSA", null),
    PS384("RSA", null),
    PS512("RSA", null),
    ES256("EC", "secp256r1"),
    ES384("EC", "secp384r1"),
    ES512("EC", "secp521r1");

    /** Shorter ones are within reach of a patient attacker (RFC 7518 asks for the same). */
    private static final int MIN_RSA_BITS = 2048;

    private final String keyType;
    private final @Nullable String curve;

    JwtAlgorithm(String keyType, @Nullable String curve) {
        this.keyType = keyType;
        this.curve = curve;
    }

    /** What is expected of a key of which only the key is known; null when no algorithm fits it. */
    static @Nullable JwtAlgorithm defaultFor(Key key) {
        for (JwtAlgorithm algorithm : values()) {
            if (algorithm.fits(key)) {
                return algorithm;
            }
        }
        return null;
    }

    boolean isSymmetric() {
        return this == HS256;
    }

    /** Whether the key is of the right kind, on the right curve, and long enough. */
    boolean fits(Key key) {
        return switch (key) {
            case RSAPublicKey rsa -> keyType.equals("RSA") && rsa.getModulus().bitLength() >= MIN_RSA_BITS;
            case ECPublicKey ec -> curve != null && isOn(curve, ec.getParams());
            default -> false;
        };
    }

    /** The library's algorithm that checks signatures with a key that {@link #fits}. */
    Algorithm verifying(Key key) {
        return switch (this) {
            case HS256 -> Algorithm.HMAC256(key.getEncoded());
            case RS256 -> Algorithm.RSA256((RSAPublicKey) key, null);
            case RS384 -> Algorithm.RSA384((RSAPublicKey) key, null);
            case RS512 -> Algorithm.RSA512((RSAPublicKey) key, null);
            case PS256 -> Algorithm.RSA256PSS((RSAPublicKey) key, null);
            case PS384 -> Algorithm.RSA384PSS((RSAPublicKey) key, null);
            case PS512 -> Algorithm.RSA512PSS((RSAPublicKey) key, null);
            case ES256 -> Algorithm.ECDSA256((ECPublicKey) key, null);
            case ES384 -> Algorithm.ECDSA384((ECPublicKey) key, null);
            case ES512 -> Algorithm.ECDSA512((ECPublicKey) key, null);
        };
    }

    private static boolean isOn(String name, ECParameterSpec actual) {
        try {
            var parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            ECParameterSpec expected = parameters.getParameterSpec(ECParameterSpec.class);
            return actual.getCurve().equals(expected.getCurve())
                    && actual.getGenerator().equals(expected.getGenerator())
                    && actual.getOrder().equals(expected.getOrder());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has the curve " + name, e);
        }
    }
}
