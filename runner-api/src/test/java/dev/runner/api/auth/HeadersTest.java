package dev.runner.api.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.api.auth.AuthServer.Answer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeadersTest {
    private AuthServer closed;
    private AuthServer open;

    @BeforeAll
    void start(TestDatabase database) {
        this.closed = AuthServer.withSecret(database.dataSource());
        this.open = AuthServer.start(
                database.dataSource(),
                Map.of(
                        "RUNNER_JWT_SECRET",
                        AuthServer.SECRET,
                        "RUNNER_CORS_ORIGINS",
                        "https://one.example, http://localhost:5173"));
    }

    @AfterAll
    void stop() {
        closed.close();
        open.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/test/open",
                "/api/test/person",
                "/api/test/forgotten",
                "/api/test/broken",
                "/api/nowhere",
                "/page",
                "/nowhere"
            })
    void every_answer_carries_the_security_headers(String path) {
        Answer answer = closed.call(path).get();

        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        assertThat(answer.header("X-Frame-Options")).isEqualTo("DENY");
        assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(answer.header("Content-Security-Policy"))
                .contains("default-src 'self'", "frame-ancestors 'none'")
                .doesNotContain("unsafe");
        assertThat(answer.header("Cross-Origin-Opener-Policy")).isEqualTo("same-origin");
        assertThat(answer.header("Cache-Control")).isEqualTo(path.startsWith("/api/") ? "no-store" : "");
        assertThat(answer.header("Strict-Transport-Security")).isEmpty();
    }

    @Test
    void https_is_insisted_on_where_it_is_used() {
        assertThat(closed.call("/page")
                        .header("X-Forwarded-Proto", "https")
                        .get()
                        .header("Strict-Transport-Security"))
                .startsWith("max-age=");
    }

    @Test
    void other_origins_are_told_nothing_by_default() {
        Answer simple = closed.call("/api/test/open")
                .header("Origin", "https://one.example")
                .get();
        assertThat(simple.response().headers().map().keySet()).noneMatch(name -> name.startsWith("access-control-"));
        assertThat(preflight(closed, "https://one.example").status()).isEqualTo(404);
    }

    @Test
    void a_listed_origin_may_call_and_its_preflight_is_answered() {
        Answer simple = open.call("/api/test/person")
                .header("Origin", "https://one.example")
                .get();
        assertThat(simple.status()).isEqualTo(401);
        assertThat(simple.header("Access-Control-Allow-Origin")).isEqualTo("https://one.example");
        assertThat(simple.header("Access-Control-Allow-Credentials")).isEqualTo("true");
        assertThat(simple.header("Vary")).isEqualTo("Origin");

        Answer preflight = preflight(open, "http://localhost:5173");
        assertThat(preflight.status()).isEqualTo(204);
        assertThat(preflight.header("Access-Control-Allow-Origin")).isEqualTo("http://localhost:5173");
        assertThat(preflight.header("Access-Control-Allow-Methods")).contains("POST", "DELETE");
        assertThat(preflight.header("Access-Control-Allow-Headers")).contains("Authorization", "Idempotency-Key");
        assertThat(preflight.header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://two.example", "https://one.example.evil", "http://one.example", "null"})
    void an_origin_that_is_not_listed_exactly_is_told_nothing(String origin) {
        assertThat(open.call("/api/test/open").header("Origin", origin).get().header("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(preflight(open, origin).status()).isEqualTo(404);
    }

    private static Answer preflight(AuthServer server, String origin) {
        return server.call("/api/test/person")
                .header("Origin", origin)
                .header("Access-Control-Request-Method", "GET")
                .header("Access-Control-Request-Headers", "authorization")
                .send("OPTIONS", null);
    }
}
