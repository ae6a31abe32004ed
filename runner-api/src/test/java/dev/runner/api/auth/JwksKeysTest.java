package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider that rotates its keys, over HTTP on loopback and in a file. */
class JwksKeysTest {
    private final AtomicLong nanos = new AtomicLong();
    private final AtomicInteger reads = new AtomicInteger();
    private volatile String document = "";
    private volatile int status = 200;
    private HttpServer provider;

    @BeforeEach
    void start() throws IOException {
        provider = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        provider.createContext("/jwks", exchange -> {
            reads.incrementAndGet();
            byte[] body = document.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            try (var out = exchange.getResponseBody()) {
                out.write(body);
            }
        });
        provider.start();
    }

    @AfterEach
    void stop() {
        provider.stop(0);
    }

    @Test
    void a_token_is_checked_with_the_key_it_names() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()), Jwts.jwk("b", Jwts.OTHER_RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());

        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");
        assertThat(subject(verifier, "b", Jwts.OTHER_RSA)).isEqualTo("ida");
        assertThat(subject(verifier, "a", Jwts.OTHER_RSA)).isNull();
        assertThat(reads).hasValue(1);
    }

    @Test
    void a_token_that_names_no_key_is_checked_only_when_there_is_a_single_one() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        assertThat(subject(verifier(overHttp()), null, Jwts.RSA)).isEqualTo("ida");
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()), Jwts.jwk("b", Jwts.OTHER_RSA.getPublic()));
        assertThat(subject(verifier(overHttp()), null, Jwts.RSA)).isNull();
    }

    @Test
    void a_new_key_is_found_when_a_token_names_it() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");

        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()), Jwts.jwk("b", Jwts.OTHER_RSA.getPublic()));
        pass(Duration.ofSeconds(11));
        assertThat(subject(verifier, "b", Jwts.OTHER_RSA)).isEqualTo("ida");
    }

    @Test
    void a_key_that_was_taken_out_is_refused_after_five_minutes() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");

        document = Jwts.jwks(Jwts.jwk("b", Jwts.OTHER_RSA.getPublic()));
        pass(Duration.ofMinutes(6));
        assertThat(subject(verifier, "a", Jwts.RSA)).isNull();
    }

    @Test
    void invented_key_ids_neither_flood_the_provider_nor_keep_others_out() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());
        for (int i = 0; i < 50; i++) {
            assertThat(subject(verifier, "invented" + i, Jwts.OTHER_RSA)).isNull();
        }
        assertThat(reads).hasValue(1);
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");
    }

    @Test
    void while_the_provider_is_away_the_last_keys_serve_for_a_day() {
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");

        status = 500;
        pass(Duration.ofHours(23));
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");
        status = 200;
        document = "not json";
        pass(Duration.ofMinutes(1));
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");
        pass(Duration.ofHours(1));
        assertThatThrownBy(() -> subject(verifier, "a", Jwts.RSA)).isInstanceOf(KeysUnavailableException.class);
    }

    @Test
    void a_provider_that_was_never_reached_is_an_outage_and_not_a_bad_token() {
        status = 503;
        TokenVerifier verifier = verifier(overHttp());
        assertThatThrownBy(() -> subject(verifier, "a", Jwts.RSA)).isInstanceOf(KeysUnavailableException.class);
        assertThatThrownBy(() -> subject(verifier, "a", Jwts.RSA)).isInstanceOf(KeysUnavailableException.class);
        assertThat(reads).hasValue(1);

        status = 200;
        document = Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic()));
        pass(Duration.ofSeconds(11));
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");
    }

    @Test
    void keys_for_other_purposes_and_of_other_kinds_are_passed_over() {
        Map<String, Object> encryption = new HashMap<>(Jwts.jwk("enc", Jwts.RSA.getPublic()));
        encryption.put("use", "enc");
        Map<String, Object> otherAlgorithm = new HashMap<>(Jwts.jwk("rs512", Jwts.RSA.getPublic()));
        otherAlgorithm.put("alg", "RS512");
        Map<String, Object> weak = Jwts.jwk("weak", Jwts.pair("RSA", 1024).getPublic());
        document = Jwts.jwks(
                encryption,
                otherAlgorithm,
                weak,
                Map.of("kid", "empty"),
                Map.of("kid", "secret", "kty", "oct", "k", "AAAA"),
                Jwts.jwk("ec", Jwts.EC.getPublic()),
                Jwts.jwk("good", Jwts.OTHER_RSA.getPublic()));
        TokenVerifier verifier = verifier(overHttp());

        assertThat(subject(verifier, "good", Jwts.OTHER_RSA)).isEqualTo("ida");
        assertThat(subject(verifier, "enc", Jwts.RSA)).isNull();
        assertThat(subject(verifier, "rs512", Jwts.RSA)).isNull();
        assertThat(subject(verifier, "ec", Jwts.RSA)).isNull();
    }

    @Test
    void a_set_of_elliptic_keys_works() {
        document = Jwts.jwks(Jwts.jwk("e", Jwts.EC.getPublic()));
        var accepted = new ExternalTokens(JwtAlgorithm.ES256, new KeySource.SetAt(address()), null, null);
        var verifier = new TokenVerifier(accepted, new JwksKeys(overHttp(), JwtAlgorithm.ES256, nanos::get));
        String token = Jwts.forIda().withKeyId("e").sign(Jwts.es256(Jwts.EC));
        assertThat(verifier.subject(com.auth0.jwt.JWT.decode(token))).isEqualTo("ida");
    }

    @Test
    void a_file_is_read_again_like_an_address(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("jwks.json");
        Files.writeString(file, Jwts.jwks(Jwts.jwk("a", Jwts.RSA.getPublic())));
        TokenVerifier verifier = verifier(JwksReader.of(file));
        assertThat(subject(verifier, "a", Jwts.RSA)).isEqualTo("ida");

        Files.writeString(file, Jwts.jwks(Jwts.jwk("b", Jwts.OTHER_RSA.getPublic())));
        pass(Duration.ofSeconds(11));
        assertThat(subject(verifier, "b", Jwts.OTHER_RSA)).isEqualTo("ida");
        assertThat(subject(verifier, "a", Jwts.RSA)).isNull();
    }

    @Test
    void an_endless_document_is_given_up() {
        document = "[" + " ".repeat(JwksReader.MAX_BYTES) + "]";
        assertThatThrownBy(() -> overHttp().read()).isInstanceOf(IOException.class);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + provider.getAddress().getPort() + "/jwks");
    }

    private JwksReader overHttp() {
        return JwksReader.of(address());
    }

    private TokenVerifier verifier(JwksReader reader) {
        var accepted = new ExternalTokens(JwtAlgorithm.RS256, new KeySource.SetAt(address()), null, null);
        return new TokenVerifier(accepted, new JwksKeys(reader, JwtAlgorithm.RS256, nanos::get));
    }

    private static @Nullable String subject(TokenVerifier verifier, @Nullable String keyId, KeyPair pair) {
        var builder = Jwts.forIda();
        String token = (keyId == null ? builder : builder.withKeyId(keyId)).sign(Jwts.rs256(pair));
        return verifier.subject(com.auth0.jwt.JWT.decode(token));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
