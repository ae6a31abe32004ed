package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.runner.api.auth.AuthServer.Answer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which tokens of an identity provider open a route, with a shared secret and with a public key. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TokenAuthenticationTest {
    private static final String HEADER = "{\"alg\":\"HS256\",\"typ\":\"JWT\"}";

    private TestDatabase database;
    private AuthServer server;
    private final Algorithm signer = Jwts.secret(AuthServer.SECRET);

    @BeforeAll
    void start(TestDatabase database) {
        this.database = database;
        this.server = AuthServer.withSecret(database.dataSource());
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void a_token_signed_with_the_secret_speaks_for_its_subject() {
        Answer answer = server.whoIs(Jwts.forIda().sign(signer));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text("name")).isEqualTo("ida");
    }

    @Test
    void the_scheme_is_read_in_any_case() {
        String token = Jwts.forIda().sign(signer);
        assertThat(server.call("/api/test/person")
                        .header("Authorization", "bEARER " + token)
                        .get()
                        .status())
                .isEqualTo(200);
    }

    @Test
    void without_a_token_the_answer_says_how_to_send_one() {
        Answer answer = server.call("/api/test/person").get();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("unauthenticated");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.text("detail")).contains("Authorization: Bearer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer ", "Basic aWRhOnBhc3N3b3Jk", "Token abc", "Bearerabc"})
    void a_header_that_holds_no_bearer_token_is_none(String header) {
        Answer answer =
                server.call("/api/test/person").header("Authorization", header).get();
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "..",
                "a.b",
                "a.b.c",
                "a.b.c.d",
                "rnr_",
                "rnr_unknown",
                "eyJhbGciOiJIUzI1NiJ9.e30.",
                "eyJhbGciOiJIUzI1NiJ9.bnVsbA.",
                "e30.e30.e30",
                "null.null.null",
                "W10.W10.W10"
            })
    void rubbish_is_refused_like_any_other_bad_token(String token) {
        assertRefused(server.whoIs(token));
    }

    @Test
    void a_token_without_signature_is_refused_however_it_spells_that() {
        String payload = "{\"sub\":\"ida\",\"exp\":4102444800}";
        for (String none : new String[] {"none", "None", "NONE", ""}) {
            assertRefused(server.whoIs(Jwts.raw("{\"alg\":\"%s\"}".formatted(none), payload, "")));
        }
        assertRefused(server.whoIs(Jwts.raw(HEADER, payload, "")));
        assertRefused(server.whoIs(Jwts.forIda().sign(Algorithm.none())));
    }

    @Test
    void only_the_configured_algorithm_is_accepted_even_with_the_right_key() {
        byte[] secret = AuthServer.SECRET.getBytes(StandardCharsets.UTF_8);
        assertRefused(server.whoIs(Jwts.forIda().sign(Algorithm.HMAC384(secret))));
        assertRefused(server.whoIs(Jwts.forIda().sign(Algorithm.HMAC512(secret))));
        assertRefused(server.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA))));
    }

    @Test
    void another_secret_and_a_changed_payload_are_refused() {
        assertRefused(server.whoIs(Jwts.forIda().sign(Jwts.secret("another secret of sufficient length!"))));
        String token = Jwts.forIda().sign(signer);
        String[] parts = token.split("\\.", -1);
        String forged = Jwts.raw(HEADER, "{\"sub\":\"root\",\"exp\":4102444800}", parts[2]);
        assertRefused(server.whoIs(forged));
    }

    @Test
    void the_expiry_is_required_and_kept_to_the_second() {
        Instant now = Jwts.now();
        assertRefused(server.whoIs(JWT.create().withSubject("ida").sign(signer)));
        assertRefused(server.whoIs(JWT.create()
                .withSubject("ida")
                .withExpiresAt(now.minusSeconds(1))
                .sign(signer)));
        for (String exp :
                new String[] {"null", "\"4102444800\"", "99999999999999999999", "9223372036854775807", "{}"}) {
            assertRefused(server.whoIs(Jwts.signed(HEADER, "{\"sub\":\"ida\",\"exp\":%s}".formatted(exp), signer)));
        }
    }

    @Test
    void a_token_from_the_future_is_refused_but_clocks_may_differ_a_little() {
        Instant now = Jwts.now();
        assertRefused(
                server.whoIs(Jwts.forIda().withNotBefore(now.plusSeconds(30)).sign(signer)));
        assertRefused(
                server.whoIs(Jwts.forIda().withIssuedAt(now.plusSeconds(30)).sign(signer)));
        assertThat(server.whoIs(Jwts.forIda()
                                .withNotBefore(now.plusSeconds(3))
                                .withIssuedAt(now.plusSeconds(3))
                                .sign(signer))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void the_subject_must_be_a_name_that_can_be_stored() {
        String good = "{\"sub\":%s,\"exp\":4102444800}";
        for (String sub : new String[] {
            "\"\"", "\"  \"", "5", "null", "[\"ida\"]", "\"a\\u0000b\"", "\"\\ud800\"", "\"" + "x".repeat(256) + "\""
        }) {
            assertRefused(server.whoIs(Jwts.signed(HEADER, good.formatted(sub), signer)));
        }
        assertRefused(server.whoIs(
                JWT.create().withExpiresAt(Jwts.now().plusSeconds(60)).sign(signer)));
        Answer answer = server.whoIs(Jwts.signed(HEADER, good.formatted("\"i\u0307da \ud83d\ude00\""), signer));
        assertThat(answer.text("name")).isEqualTo("i\u0307da \ud83d\ude00");
    }

    @Test
    void a_token_with_an_extension_that_must_be_understood_is_refused() {
        String header = "{\"alg\":\"HS256\",\"crit\":[\"b64\"],\"b64\":false}";
        assertRefused(server.whoIs(Jwts.signed(header, "{\"sub\":\"ida\",\"exp\":4102444800}", signer)));
    }

    @Test
    void a_huge_token_is_refused_without_harm() {
        Answer answer = server.whoIs("x".repeat(100_000));
        assertThat(answer.status()).isBetween(400, 499);
        assertThat(server.whoIs(Jwts.forIda().sign(signer)).status()).isEqualTo(200);
    }

    @Test
    void a_deeply_nested_token_is_refused_without_harm() {
        String payload = "{\"sub\":\"ida\",\"exp\":4102444800,\"x\":" + "[".repeat(1500) + "]".repeat(1500) + "}";
        assertRefused(server.whoIs(Jwts.signed(HEADER, payload, signer)));
    }

    @Test
    void issuer_and_audience_count_when_they_are_configured() {
        try (var strict = start(Map.of(
                "RUNNER_JWT_SECRET",
                AuthServer.SECRET,
                "RUNNER_JWT_ISSUER",
                "https://idp",
                "RUNNER_JWT_AUDIENCE",
                "runner"))) {
            assertThat(strict.whoIs(Jwts.forIda()
                                    .withIssuer("https://idp")
                                    .withAudience("other", "runner")
                                    .sign(signer))
                            .status())
                    .isEqualTo(200);
            assertRefused(strict.whoIs(Jwts.forIda().sign(signer)));
            assertRefused(strict.whoIs(Jwts.forIda().withIssuer("https://idp").sign(signer)));
            assertRefused(strict.whoIs(Jwts.forIda().withAudience("runner").sign(signer)));
            assertRefused(strict.whoIs(Jwts.forIda()
                    .withIssuer("https://idp.evil")
                    .withAudience("runner")
                    .sign(signer)));
            assertRefused(strict.whoIs(Jwts.forIda()
                    .withIssuer("https://idp")
                    .withAudience("runners")
                    .sign(signer)));
        }
    }

    @Test
    void a_secret_in_base64_is_its_bytes() {
        byte[] bytes = new byte[40];
        bytes[3] = -7;
        String value = "base64:" + java.util.Base64.getEncoder().encodeToString(bytes);
        try (var other = start(Map.of("RUNNER_JWT_SECRET", value))) {
            assertThat(other.whoIs(Jwts.forIda().sign(Algorithm.HMAC256(bytes))).status())
                    .isEqualTo(200);
            assertRefused(other.whoIs(Jwts.forIda().sign(Jwts.secret(value))));
        }
    }

    @Test
    void with_a_public_key_only_its_owner_can_sign() {
        String pem = Jwts.pem(Jwts.RSA.getPublic());
        try (var rsa = start(Map.of("RUNNER_JWT_PUBLIC_KEY", pem))) {
            assertThat(rsa.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA))).text("name"))
                    .isEqualTo("ida");
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.OTHER_RSA))));
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Jwts.rs512(Jwts.RSA))));
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Jwts.ps256(Jwts.RSA))));
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Algorithm.none())));
            // The classic confusion: the public key, which everybody has, used as an HMAC secret.
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Jwts.secret(pem))));
            assertRefused(rsa.whoIs(Jwts.forIda().sign(Jwts.secret(pem.strip()))));
            assertRefused(rsa.whoIs(
                    Jwts.forIda().sign(Algorithm.HMAC256(Jwts.RSA.getPublic().getEncoded()))));
        }
    }

    @Test
    void other_algorithms_work_when_they_are_the_configured_one() {
        String pem = Jwts.pem(Jwts.RSA.getPublic());
        try (var pss = start(Map.of("RUNNER_JWT_PUBLIC_KEY", pem, "RUNNER_JWT_ALGORITHM", "PS256"))) {
            assertThat(pss.whoIs(Jwts.forIda().sign(Jwts.ps256(Jwts.RSA))).status())
                    .isEqualTo(200);
            assertRefused(pss.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA))));
        }
        try (var ec = start(Map.of("RUNNER_JWT_PUBLIC_KEY", Jwts.pem(Jwts.EC.getPublic())))) {
            assertThat(ec.whoIs(Jwts.forIda().sign(Jwts.es256(Jwts.EC))).status())
                    .isEqualTo(200);
            assertRefused(ec.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA))));
            assertRefused(
                    ec.whoIs(Jwts.raw("{\"alg\":\"ES256\"}", "{\"sub\":\"ida\",\"exp\":4102444800}", "A".repeat(86))));
        }
    }

    @Test
    void a_provider_that_cannot_be_reached_is_an_outage_and_not_a_refusal() throws IOException {
        int unused;
        try (var socket = new ServerSocket(0)) {
            unused = socket.getLocalPort();
        }
        try (var server = start(Map.of("RUNNER_JWT_JWKS", "http://127.0.0.1:%d/jwks".formatted(unused)))) {
            Answer answer = server.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA)));
            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.code()).isEqualTo("identity_provider_unavailable");
            assertThat(answer.header("Retry-After")).isEqualTo("10");
            // What cannot be a token of the provider is refused without asking for keys.
            assertRefused(server.whoIs("rubbish"));
        }
    }

    @Test
    void a_key_set_in_a_file_works(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("jwks.json"), Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic())));
        try (var server = start(Map.of("RUNNER_JWT_JWKS", file.toString()))) {
            assertThat(server.whoIs(Jwts.forIda().withKeyId("a").sign(Jwts.rs256(Jwts.RSA)))
                            .status())
                    .isEqualTo(200);
            assertRefused(server.whoIs(Jwts.forIda().withKeyId("a").sign(Jwts.rs256(Jwts.OTHER_RSA))));
            assertRefused(server.whoIs(Jwts.forIda().withKeyId("a").sign(Jwts.secret(Jwts.pem(Jwts.RSA.getPublic())))));
        }
    }

    @Test
    void beside_a_public_key_the_secret_serves_the_own_login_only() {
        Map<String, String> both = new HashMap<>();
        both.put("RUNNER_JWT_PUBLIC_KEY", Jwts.pem(Jwts.RSA.getPublic()));
        both.put("RUNNER_JWT_SECRET", AuthServer.SECRET);
        try (var server = start(both)) {
            server.accounts().users().create("max", "correct horse battery", false);
            assertThat(server.whoIs(Jwts.forIda().sign(Jwts.rs256(Jwts.RSA))).status())
                    .isEqualTo(200);
            assertRefused(server.whoIs(Jwts.forIda().sign(signer)));
            String own = server.login("max", "correct horse battery").accessToken();
            assertThat(server.whoIs(own).text("name")).isEqualTo("max");
        }
    }

    @Test
    void a_route_that_names_no_access_is_closed_to_everyone() {
        Answer answer =
                server.as(Jwts.forIda().sign(signer), "/api/test/forgotten").get();
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.code()).isEqualTo("route_closed");
        assertThat(server.call("/api/test/forgotten").get().status()).isEqualTo(403);
    }

    @Test
    void a_public_route_is_open_even_with_a_bad_token_and_an_unknown_path_is_not_found() {
        assertThat(server.call("/api/test/open").get().status()).isEqualTo(200);
        assertThat(server.as("rubbish", "/api/test/open").get().status()).isEqualTo(200);
        assertThat(server.call("/api/nowhere").get().status()).isEqualTo(404);
    }

    @Test
    void a_head_of_a_route_for_persons_asks_for_one() {
        assertThat(server.call("/api/test/person").send("HEAD", null).status()).isEqualTo(401);
        assertThat(server.as(Jwts.forIda().sign(signer), "/api/test/person")
                        .send("HEAD", null)
                        .status())
                .isEqualTo(200);
    }

    private AuthServer start(Map<String, String> variables) {
        return AuthServer.start(database.dataSource(), variables);
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.code()).isEqualTo("unauthenticated");
        // The same words for every reason: no oracle.
        assertThat(answer.text("detail")).isEqualTo("The token is not valid, has expired, or was revoked.");
        assertThat(answer.header("WWW-Authenticate")).isEqualTo("Bearer error=\"invalid_token\"");
    }
}
