package dev.runner.api.auth;

import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads a public key from PEM text. */
final class PublicKeys {
    private static final Pattern PEM =
            Pattern.compile("-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

    private PublicKeys() {}

    static boolean looksLikePem(String text) {
        return text.contains("-----BEGIN");
    }

    /** The key, or an {@link IllegalArgumentException} whose message completes "RUNNER_JWT_PUBLIC_KEY …". */
    static PublicKey parse(String text) {
        // Files of variables often carry a PEM in one line, with its line ends written out.
        Matcher matcher = PEM.matcher(text.replace("\\n", "\n"));
        if (!matcher.find()) {
            throw new IllegalArgumentException("is not PEM: it has no -----BEGIN PUBLIC KEY----- block");
        }
        byte[] der = decode(matcher.group(2));
        return switch (matcher.group(1)) {
            case "PUBLIC KEY" -> fromKeyInfo(der);
            case "CERTIFICATE" -> fromCertificate(der);
            case "RSA PUBLIC KEY" ->
                throw new IllegalArgumentException(
                        "is in PKCS#1 form; convert it with: openssl rsa -RSAPublicKey_in -in key.pem -pubout");
            default -> throw new IllegalArgumentException("holds a %s, not a public key".formatted(matcher.group(1)));
        };
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is not PEM: its content is not base64", e);
        }
    }

    private static PublicKey fromKeyInfo(byte[] der) {
        for (String type : List.of("RSA", "EC")) {
            try {
                return KeyFactory.getInstance(type).generatePublic(new X509EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                // Not of this type; the next one may fit.
                continue;
            }
        }
        throw new IllegalArgumentException("holds neither an RSA nor an EC key");
    }

    private static PublicKey fromCertificate(byte[] der) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(der))
                    .getPublicKey();
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("holds a certificate that cannot be read", e);
        }
    }
}
