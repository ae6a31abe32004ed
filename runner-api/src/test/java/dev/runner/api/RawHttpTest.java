package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What no well-behaved client would send: bytes straight into the socket. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RawHttpTest {
    private final TestApi api;

    RawHttpTest(TestDatabase database) {
        this.api = TestApi.start(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @Test
    void nonsense_is_answered_in_the_shape_of_every_problem() throws IOException {
        assertThat(send("NONSENSE\r\n\r\n")).startsWith("HTTP/1.1 400").contains("\"code\":\"bad_request\"");
        assertThat(send("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("application/problem+json");
    }

    @Test
    void whoever_is_hung_up_on_is_told() throws IOException {
        assertThat(send("POST /api/runner/jobs/%00/cancel HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 400")
                .contains("Connection: close");
    }

    @Test
    void headers_without_end_are_refused() throws IOException {
        assertThat(send("GET / HTTP/1.1\r\nHost: a\r\nX: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431")
                .contains("\"detail\"")
                .doesNotContain("jetty");
    }

    @Test
    void a_key_beyond_ascii_is_refused() throws IOException {
        String body = api.jobBody("nb.stage", "{}");
        String answer = send("""
                POST /api/runner/jobs HTTP/1.1\r
                Host: a\r
                Connection: close\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Idempotency-Key: caf\u00e9\r
                Content-Length: %d\r
                \r
                %s""".formatted(TestApi.token("ada"), body.length(), body));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("Idempotency-Key");
    }

    @Test
    void a_filter_with_a_broken_escape_does_not_show_everything() throws IOException {
        String answer = send("""
                GET /api/runner/jobs?q=%%zz HTTP/1.1\r
                Host: a\r
                Connection: close\r
                Authorization: Bearer %s\r
                \r
                """.formatted(TestApi.token("ada")));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("hexadecimal");
    }

    @Test
    void a_body_that_breaks_off_is_no_server_error() throws IOException {
        String answer = send("""
                POST /api/runner/jobs HTTP/1.1\r
                Host: a\r
                Authorization: Bearer %s\r
                Content-Type: application/json\r
                Transfer-Encoding: chunked\r
                \r
                zz\r
                """.formatted(TestApi.token("ada")));
        assertThat(answer).startsWith("HTTP/1.1 400");
    }

    private String send(String request) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), api.server().port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            socket.shutdownOutput();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
