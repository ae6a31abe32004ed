package dev.runner.api.auth;

import com.auth0.jwt.JWT;
import com.auth0.jwt.JWTCreator;
import com.auth0.jwt.algorithms.Algorithm;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Makes keys and tokens as an identity provider would, good ones and bad ones. */
final class Jwts {
    static final KeyPair RSA = pair("RSA", 2048);
    static final KeyPair OTHER_RSA = pair("RSA", 2048);
    static final KeyPair EC = curve("secp256r1");

    private Jwts() {}

    static Instant now() {
        return InstantSource.system().instant();
    }

    /** A token for Ida that is good for a minute. */
    static JWTCreator.Builder forIda() {
        return JWT.create().withSubject("ida").withExpiresAt(now().plusSeconds(60));
    }

    static Algorithm secret(String secret) {
        return Algorithm.HMAC256(secret.getBytes(StandardCharsets.UTF_8));
    }

    static Algorithm rs256(KeyPair pair) {
        return Algorithm.RSA256((RSAPublicKey) pair.getPublic(), (RSAPrivateKey) pair.getPrivate());
    }

    static Algorithm ps256(KeyPair pair) {
        return Algorithm.RSA256PSS((RSAPublicKey) pair.getPublic(), (RSAPrivateKey) pair.getPrivate());
    }

    static Algorithm rs512(KeyPair pair) {
        return Algorithm.RSA512((RSAPublicKey) pair.getPublic(), (RSAPrivateKey) pair.getPrivate());
    }

    static Algorithm es256(KeyPair pair) {
        return Algorithm.ECDSA256((ECPublicKey) pair.getPublic(), (ECPrivateKey) pair.getPrivate());
    }

    static String pem(PublicKey key) {
        return "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    static Map<String, Object> jwk(String id, PublicKey key) {
        Map<String, Object> jwk = new LinkedHashMap<>();
        jwk.put("kid", id);
        switch (key) {
            case RSAPublicKey rsa -> {
                jwk.put("kty", "RSA");
                jwk.put("n", base64(rsa.getModulus().toByteArray()));
                jwk.put("e", base64(rsa.getPublicExponent().toByteArray()));
            }
            case ECPublicKey ec -> {
                jwk.put("kty", "EC");
                jwk.put("crv", "P-256");
                jwk.put("x", base64(fixed(ec.getW().getAffineX().toByteArray())));
                jwk.put("y", base64(fixed(ec.getW().getAffineY().toByteArray())));
            }
            default -> throw new IllegalArgumentException(key.getAlgorithm());
        }
        return jwk;
    }

    @SafeVarargs
    static String jwks(Map<String, Object>... keys) {
        return dev.runner.api.http.Json.mapper()
                .valueToTree(Map.of("keys", List.of(keys)))
                .toString();
    }

    /** A token put together by hand, for what the library would refuse to make. */
    static String raw(String header, String payload, String signature) {
        return base64(header.getBytes(StandardCharsets.UTF_8)) + "." + base64(payload.getBytes(StandardCharsets.UTF_8))
                + "." + signature;
    }

    /** The same, properly signed. */
    static String signed(String header, String payload, Algorithm algorithm) {
        String unsigned = raw(header, payload, "");
        byte[] signature =
                algorithm.sign(unsigned.substring(0, unsigned.length() - 1).getBytes(StandardCharsets.UTF_8));
        return unsigned + base64(signature);
    }

    private static byte[] fixed(byte[] number) {
        byte[] result = new byte[32];
        int length = Math.min(32, number.length);
        System.arraycopy(number, number.length - length, result, 32 - length, length);
        return result;
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    static KeyPair pair(String type, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(type);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    static KeyPair curve(String name) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(name));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
