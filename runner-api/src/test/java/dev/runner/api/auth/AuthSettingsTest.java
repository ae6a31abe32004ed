package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.config.ConfigException;
import dev.runner.config.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthSettingsTest {
    private static final String RSA_PEM = Jwts.pem(Jwts.RSA.getPublic());

    @Test
    void a_secret_alone_is_enough() {
        AuthSettings settings = read("RUNNER_JWT_SECRET", AuthServer.SECRET);

        assertThat(settings.external().algorithm()).isEqualTo(JwtAlgorithm.HS256);
        assertThat(settings.external().issuer()).isNull();
        assertThat(settings.external().audience()).isNull();
        assertThat(settings.loginSecret()).isNotNull();
        assertThat(settings.cookieAlwaysSecure()).isFalse();
        assertThat(settings.corsOrigins()).isEmpty();
        assertThat(settings.toString()).doesNotContain(AuthServer.SECRET);
    }

    @Test
    void everything_can_be_set(@TempDir Path folder) throws IOException {
        Path pem = Files.writeString(folder.resolve("key.pem"), RSA_PEM);
        AuthSettings settings = read(
                "RUNNER_JWT_SECRET", AuthServer.SECRET,
                "RUNNER_JWT_PUBLIC_KEY", pem.toString(),
                "RUNNER_JWT_ALGORITHM", "RS384",
                "RUNNER_JWT_ISSUER", "https://idp",
                "RUNNER_JWT_AUDIENCE", "runner",
                "RUNNER_COOKIE_SECURE", "true",
                "RUNNER_CORS_ORIGINS", "https://a.example,http://b.example:8080",
                "RUNNER_TRUSTED_PROXIES", "10.0.0.0/8");

        assertThat(settings.external())
                .isEqualTo(new ExternalTokens(
                        JwtAlgorithm.RS384, new KeySource.Fixed(Jwts.RSA.getPublic()), "https://idp", "runner"));
        assertThat(settings.cookieAlwaysSecure()).isTrue();
        assertThat(settings.corsOrigins()).containsExactlyInAnyOrder("https://a.example", "http://b.example:8080");
        assertThat(settings.proxies().client("10.1.2.3", List.of("203.0.113.5")))
                .isEqualTo("203.0.113.5");
    }

    @Test
    void the_key_decides_the_algorithm_where_none_is_named() {
        assertThat(algorithm(RSA_PEM)).isEqualTo(JwtAlgorithm.RS256);
        assertThat(algorithm(RSA_PEM.replace("\n", "\\n"))).isEqualTo(JwtAlgorithm.RS256);
        assertThat(algorithm(Jwts.pem(Jwts.EC.getPublic()))).isEqualTo(JwtAlgorithm.ES256);
        assertThat(algorithm(Jwts.pem(Jwts.curve("secp384r1").getPublic()))).isEqualTo(JwtAlgorithm.ES384);
        assertThat(algorithm(Jwts.pem(Jwts.curve("secp521r1").getPublic()))).isEqualTo(JwtAlgorithm.ES512);
        assertThat(read("RUNNER_JWT_JWKS", "https://idp/jwks").external().algorithm())
                .isEqualTo(JwtAlgorithm.RS256);
    }

    @Test
    void something_must_be_set() {
        assertThat(problems()).singleElement().asString().contains("RUNNER_JWT_SECRET", "RUNNER_JWT_JWKS");
    }

    @Test
    void a_short_secret_is_refused_and_not_repeated() {
        assertThat(problems("RUNNER_JWT_SECRET", "tooshort-hunter2"))
                .singleElement()
                .asString()
                .contains("RUNNER_JWT_SECRET", "32 bytes")
                .doesNotContain("hunter2");
        assertThat(problems("RUNNER_JWT_SECRET", "base64:AAAA")).hasSize(1);
        assertThat(problems("RUNNER_JWT_SECRET", "base64:" + "!".repeat(80))).hasSize(1);
    }

    @Test
    void a_key_that_cannot_serve_is_refused_with_the_reason() {
        assertThat(keyProblem("/no/such/file")).contains("neither PEM text nor the path of a readable file");
        assertThat(keyProblem("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----"))
                .contains("neither an RSA nor an EC");
        assertThat(keyProblem("-----BEGIN PUBLIC KEY-----\nAAAA")).contains("not PEM");
        assertThat(keyProblem("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"))
                .contains("holds a PRIVATE KEY");
        assertThat(keyProblem("-----BEGIN RSA PUBLIC KEY-----\nAAAA\n-----END RSA PUBLIC KEY-----"))
                .contains("PKCS#1", "openssl");
        assertThat(keyProblem(Jwts.pem(Jwts.pair("RSA", 1024).getPublic()))).contains("2048");
    }

    @Test
    void an_algorithm_must_be_known_and_fit_the_key() {
        assertThat(problems("RUNNER_JWT_SECRET", AuthServer.SECRET, "RUNNER_JWT_ALGORITHM", "none"))
                .singleElement()
                .asString()
                .contains("must be one of HS256, RS256");
        assertThat(problems("RUNNER_JWT_SECRET", AuthServer.SECRET, "RUNNER_JWT_ALGORITHM", "RS256"))
                .singleElement()
                .asString()
                .contains("does not fit");
        assertThat(problems("RUNNER_JWT_PUBLIC_KEY", RSA_PEM, "RUNNER_JWT_ALGORITHM", "HS256"))
                .singleElement()
                .asString()
                .contains("does not fit", "RS256");
        assertThat(problems("RUNNER_JWT_PUBLIC_KEY", Jwts.pem(Jwts.EC.getPublic()), "RUNNER_JWT_ALGORITHM", "ES384"))
                .hasSize(1);
        assertThat(problems("RUNNER_JWT_JWKS", "https://idp/jwks", "RUNNER_JWT_ALGORITHM", "HS256"))
                .hasSize(1);
    }

    @Test
    void all_problems_are_told_together() {
        assertThat(problems(
                        "RUNNER_JWT_SECRET", "short",
                        "RUNNER_JWT_PUBLIC_KEY", RSA_PEM,
                        "RUNNER_JWT_JWKS", "/no/such/file",
                        "RUNNER_COOKIE_SECURE", "yes",
                        "RUNNER_CORS_ORIGINS", "*",
                        "RUNNER_TRUSTED_PROXIES", "proxy.example"))
                .hasSize(5)
                .anyMatch(problem -> problem.contains("both set"))
                .anyMatch(problem -> problem.contains("RUNNER_CORS_ORIGINS"))
                .anyMatch(problem -> problem.contains("RUNNER_TRUSTED_PROXIES"));
        assertThat(problems("RUNNER_JWT_JWKS", "/no/such/file")).hasSize(1);
        assertThat(problems("RUNNER_JWT_JWKS", "https://")).hasSize(1);
    }

    @Test
    void an_origin_must_be_exact() {
        for (String origin : List.of("*", "null", "https://a.example/", "a.example", "https://a.example/x", "")) {
            assertThat(problems(
                            "RUNNER_JWT_SECRET",
                            AuthServer.SECRET,
                            "RUNNER_CORS_ORIGINS",
                            "https://b.example," + origin))
                    .hasSize(1);
        }
    }

    @Test
    void every_variable_it_reads_is_named_for_others() {
        Map<String, String> all = new HashMap<>();
        AuthSettings.NAMES.forEach(name -> all.put(name, ""));
        assertThat(all).hasSize(9);
        all.put("RUNNER_JWT_SECRET", AuthServer.SECRET);
        var environment = new Environment(all);
        AuthSettings settings = AuthSettings.from(environment);
        assertThat(environment.finish(() -> settings)).isSameAs(settings);
    }

    private static JwtAlgorithm algorithm(String publicKey) {
        return read("RUNNER_JWT_PUBLIC_KEY", publicKey).external().algorithm();
    }

    private static String keyProblem(String value) {
        List<String> problems = problems("RUNNER_JWT_PUBLIC_KEY", value);
        assertThat(problems).hasSize(1);
        return problems.getFirst();
    }

    private static AuthSettings read(String... pairs) {
        var environment = new Environment(variables(pairs));
        AuthSettings settings = AuthSettings.from(environment);
        return environment.finish(() -> settings);
    }

    private static List<String> problems(String... pairs) {
        var thrown = new java.util.ArrayList<String>();
        assertThatThrownBy(() -> read(pairs))
                .isInstanceOfSatisfying(ConfigException.class, e -> thrown.addAll(e.problems()));
        return thrown;
    }

    private static Map<String, String> variables(String... pairs) {
        Map<String, String> variables = new HashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            variables.put(pairs[i], pairs[i + 1]);
        }
        return variables;
    }
}
