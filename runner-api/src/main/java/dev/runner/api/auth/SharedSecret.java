package dev.runner.api.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The bytes of {@code RUNNER_JWT_SECRET}. */
public final class SharedSecret {
    /** HS256 is as strong as its key, up to the 32 bytes of its hash. */
    static final int MIN_BYTES = 32;

    private static final String BASE64 = "base64:";

    private final byte[] bytes;

    private SharedSecret(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads the text's UTF-8 bytes, or what follows {@code base64:}. */
    static SharedSecret parse(String text) {
        byte[] bytes = text.startsWith(BASE64)
                ? Base64.getDecoder()
                        .decode(text.substring(BASE64.length())
                                .replace('-', '+')
                                .replace('_', '/'))
                : text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < MIN_BYTES) {
            throw new IllegalArgumentException("too short");
        }
        return new SharedSecret(bytes);
    }

    /** One that nobody knows, and therefore nobody can sign with. */
    static SharedSecret unknown() {
        byte[] bytes = new byte[MIN_BYTES];
        new SecureRandom().nextBytes(bytes);
        return new SharedSecret(bytes);
    }

    SecretKey key() {
        return new SecretKeySpec(bytes, "HmacSHA256");
    }

    /** A key for one purpose, from which neither the secret nor the key of another purpose can be found. */
    SecretKey derive(String purpose) {
        try {
            return KDF.getInstance("HKDF-SHA256")
                    .deriveKey(
                            "HmacSHA256",
                            HKDFParameterSpec.ofExtract()
                                    .addIKM(bytes)
                                    .thenExpand(purpose.getBytes(StandardCharsets.UTF_8), MIN_BYTES));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK 25 has HKDF-SHA256", e);
        }
    }

    @Override
    public String toString() {
        return "SharedSecret[***]";
    }
}
