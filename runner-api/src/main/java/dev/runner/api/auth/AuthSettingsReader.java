package dev.runner.api.auth;

import dev.runner.config.Environment;
import dev.runner.config.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.PublicKey;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads {@link AuthSettings}. A secret that is refused is never repeated in the problem. */
final class AuthSettingsReader {
    static final String SECRET = "RUNNER_JWT_SECRET";
    static final String PUBLIC_KEY = "RUNNER_JWT_PUBLIC_KEY";
    static final String JWKS = "RUNNER_JWT_JWKS";
    static final String ALGORITHM = "RUNNER_JWT_ALGORITHM";
    static final String ISSUER = "RUNNER_JWT_ISSUER";
    static final String AUDIENCE = "RUNNER_JWT_AUDIENCE";
    static final String COOKIE_SECURE = "RUNNER_COOKIE_SECURE";
    static final String CORS_ORIGINS = "RUNNER_CORS_ORIGINS";
    static final String TRUSTED_PROXIES = "RUNNER_TRUSTED_PROXIES";

    private static final Pattern ORIGIN = Pattern.compile("https?://[a-z0-9.\\[\\]:-]+");

    private final Environment environment;

    AuthSettingsReader(Environment environment) {
        this.environment = environment;
    }

    AuthSettings read() {
        SharedSecret secret = secret();
        return new AuthSettings(
                external(secret),
                secret,
                environment.flag(COOKIE_SECURE, false),
                environment.parsed(
                        CORS_ORIGINS,
                        Set.<String>of(),
                        AuthSettingsReader::origins,
                        "a comma-separated list of exact origins such as https://runner.example.org"),
                environment.parsed(
                        TRUSTED_PROXIES,
                        TrustedProxies.NONE,
                        TrustedProxies::parse,
                        "a comma-separated list of addresses or networks such as 10.0.0.0/8"));
    }

    private @Nullable SharedSecret secret() {
        Secret text = environment.secret(SECRET);
        if (!text.isPresent()) {
            return null;
        }
        try {
            return SharedSecret.parse(text.reveal());
        } catch (IllegalArgumentException e) {
            environment.problem(
                    "%s must be at least %d bytes long, as a text or as base64:…; openssl rand -base64 48 makes one"
                            .formatted(SECRET, SharedSecret.MIN_BYTES));
            return SharedSecret.unknown();
        }
    }

    private ExternalTokens external(@Nullable SharedSecret secret) {
        String publicKey = environment.text(PUBLIC_KEY);
        String jwks = environment.text(JWKS);
        if (publicKey != null && jwks != null) {
            environment.problem("%s and %s are both set; keep one".formatted(PUBLIC_KEY, JWKS));
        }
        KeySource keys;
        if (publicKey != null) {
            keys = publicKey(publicKey);
        } else if (jwks != null) {
            keys = jwks(jwks);
        } else if (secret != null) {
            keys = new KeySource.Secret(secret);
        } else {
            environment.problem("one of %s, %s and %s must be set: without it nobody could log in"
                    .formatted(SECRET, PUBLIC_KEY, JWKS));
            keys = unusable();
        }
        return new ExternalTokens(algorithm(keys), keys, environment.text(ISSUER), environment.text(AUDIENCE));
    }

    /** Stands in for keys that could not be read; nobody can sign for it. */
    private static KeySource unusable() {
        return new KeySource.Secret(SharedSecret.unknown());
    }

    private KeySource publicKey(String value) {
        try {
            String pem = PublicKeys.looksLikePem(value) ? value : Files.readString(Path.of(value));
            PublicKey key = PublicKeys.parse(pem);
            if (JwtAlgorithm.defaultFor(key) == null) {
                throw new IllegalArgumentException(
                        "is no RSA key of 2048 bits or more, and no EC key on P-256, P-384 or P-521");
            }
            return new KeySource.Fixed(key);
        } catch (InvalidPathException | IOException e) {
            environment.problem("%s is neither PEM text nor the path of a readable file".formatted(PUBLIC_KEY));
        } catch (IllegalArgumentException e) {
            environment.problem("%s %s".formatted(PUBLIC_KEY, e.getMessage()));
        }
        return unusable();
    }

    private KeySource jwks(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        try {
            if (lower.startsWith("https://") || lower.startsWith("http://")) {
                URI address = URI.create(value);
                if (address.getHost() == null) {
                    throw new IllegalArgumentException("no host");
                }
                return new KeySource.SetAt(address);
            }
            Path file = Path.of(value);
            if (Files.isReadable(file) && Files.isRegularFile(file)) {
                return new KeySource.SetIn(file);
            }
        } catch (IllegalArgumentException e) {
            // InvalidPathException is one too: told below, like every other value that is no place of keys.
        }
        environment.problem(
                "%s must be an http(s) address or the path of a readable file but is '%s'".formatted(JWKS, value));
        return unusable();
    }

    private JwtAlgorithm algorithm(KeySource keys) {
        String value = environment.text(ALGORITHM);
        JwtAlgorithm fallback = fallback(keys);
        if (value == null) {
            return fallback;
        }
        JwtAlgorithm chosen = Arrays.stream(JwtAlgorithm.values())
                .filter(algorithm -> algorithm.name().equals(value))
                .findFirst()
                .orElse(null);
        if (chosen == null) {
            environment.problem("%s must be one of %s but is '%s'"
                    .formatted(
                            ALGORITHM,
                            Arrays.stream(JwtAlgorithm.values()).map(Enum::name).collect(Collectors.joining(", ")),
                            value));
            return fallback;
        }
        boolean fits = switch (keys) {
            case KeySource.Secret _ -> chosen.isSymmetric();
            case KeySource.Fixed(PublicKey key) -> chosen.fits(key);
            case KeySource.SetAt _, KeySource.SetIn _ -> !chosen.isSymmetric();
        };
        if (!fits) {
            environment.problem(
                    "%s is %s, which does not fit the key; %s would".formatted(ALGORITHM, chosen, fallback));
        }
        return chosen;
    }

    private static JwtAlgorithm fallback(KeySource keys) {
        return switch (keys) {
            case KeySource.Secret _ -> JwtAlgorithm.HS256;
            case KeySource.Fixed(PublicKey key) -> {
                JwtAlgorithm fitting = JwtAlgorithm.defaultFor(key);
                yield fitting == null ? JwtAlgorithm.RS256 : fitting;
            }
            case KeySource.SetAt _, KeySource.SetIn _ -> JwtAlgorithm.RS256;
        };
    }

    private static Set<String> origins(String list) {
        Set<String> origins = new LinkedHashSet<>();
        for (String origin : list.split(",", -1)) {
            // Browsers send exactly this form; anything else would never match and only look as if it did.
            if (!ORIGIN.matcher(origin.strip()).matches()) {
                throw new IllegalArgumentException("not an origin");
            }
            origins.add(origin.strip());
        }
        return origins;
    }
}
