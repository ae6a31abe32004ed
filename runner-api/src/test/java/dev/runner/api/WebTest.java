package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.api.web.TestWeb;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole server with a front end, asked as a browser would. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebTest {
    private static final String SCRIPT = "/assets/app-1a2b.js";

    private final HttpClient client = HttpClient.newHttpClient();
    private final TestDatabase database;
    private TestApi api;

    WebTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeAll
    void start(@TempDir Path folder) throws IOException {
        Path web = TestWeb.in(folder);
        Files.writeString(folder.resolve("secret.txt"), "secret");
        this.api = TestApi.start(database, Map.of("RUNNER_WEB_DIR", web.toString()));
    }

    @AfterAll
    void stop() {
        api.close();
        client.close();
    }

    @Test
    void the_bare_address_leads_to_the_runs() throws Exception {
        var answer = get("/");
        assertThat(answer.statusCode()).isEqualTo(302);
        assertThat(header(answer, "Location")).isEqualTo("/kitchen/runner");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/login",
                "/login?next=%2Fkitchen",
                "/kitchen",
                "/kitchen/runner",
                "/kitchen/runner/jobs/0199f2a4-6c1e-7b52-9d3f-1f6f0c2b7a10",
                "/kitchen/runner/jobs/x.js"
            })
    void every_address_of_a_page_is_the_page(String path) throws Exception {
        var answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(text(answer)).isEqualTo(TestWeb.INDEX);
        assertThat(header(answer, "Content-Type")).isEqualToIgnoringWhitespace("text/html; charset=utf-8");
        assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
    }

    @Test
    void pages_run_scripts_of_our_own_only_and_the_api_keeps_its_policy() throws Exception {
        assertThat(header(get("/kitchen/runner"), "Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'"
                        + " data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self';"
                        + " base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
        for (String path : new String[] {"/api/openapi.json", "/healthz", "/nowhere", "/assets/gone.js"}) {
            assertThat(header(get(path), "Content-Security-Policy"))
                    .as(path)
                    .startsWith("default-src 'self'")
                    .doesNotContain("unsafe");
        }
        for (String path : new String[] {"/", "/kitchen", SCRIPT, "/favicon.svg", "/assets/gone.js"}) {
            assertThat(header(get(path), "X-Content-Type-Options")).as(path).isEqualTo("nosniff");
            assertThat(header(get(path), "X-Frame-Options")).as(path).isEqualTo("DENY");
        }
    }

    @Test
    void a_page_that_did_not_change_is_not_sent_again() throws Exception {
        String tag = header(get("/kitchen"), "ETag");
        assertThat(tag).matches("\"[0-9a-f]{32}\"");
        for (String known : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            var answer = get("/kitchen/runner", "If-None-Match", known);
            assertThat(answer.statusCode()).as(known).isEqualTo(304);
            assertThat(answer.body()).isEmpty();
            assertThat(header(answer, "ETag")).isEqualTo(tag);
            assertThat(header(answer, "Cache-Control")).isEqualTo("no-cache");
        }
        assertThat(get("/kitchen", "If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "'gzip, deflate, br, zstd', br",
                "'gzip, deflate', gzip",
                "'br;q=0, gzip', gzip",
                "identity, -",
                "'', -"
            })
    void scripts_are_sent_in_the_smallest_form_the_browser_takes(String accepted, String coding) throws Exception {
        var answer = accepted.isEmpty() ? get(SCRIPT) : get(SCRIPT, "Accept-Encoding", accepted);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Content-Encoding")).isEqualTo(coding == null ? "" : coding);
        assertThat(answer.body())
                .isEqualTo(
                        coding == null
                                ? TestWeb.SCRIPT.getBytes(StandardCharsets.UTF_8)
                                : coding.equals("br")
                                        ? TestWeb.BROTLI.getBytes(StandardCharsets.UTF_8)
                                        : TestWeb.gzip(TestWeb.SCRIPT));
        assertThat(header(answer, "Vary")).isEqualTo("Accept-Encoding");
        assertThat(header(answer, "Cache-Control")).isEqualTo("public, max-age=31536000, immutable");
        assertThat(header(answer, "Content-Type")).isEqualTo("text/javascript; charset=utf-8");
    }

    @ParameterizedTest
    @CsvSource({
        "/assets/app-3c4d.css, text/css; charset=utf-8",
        "/assets/app-1a2b.js.map, application/json",
        "/assets/data-5e6f.json, application/json",
        "/assets/fonts/inter-7a8b.woff2, font/woff2",
        "/favicon.svg, image/svg+xml",
        "/app.webmanifest, application/manifest+json"
    })
    void a_browser_is_told_what_a_file_is(String path, String type) throws Exception {
        var answer = get(path);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(header(answer, "Content-Type")).isEqualTo(type);
        assertThat(header(answer, "Cache-Control")).contains(path.startsWith("/assets/") ? "immutable" : "no-cache");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/assets/gone.js",
                "/assets/",
                "/assets/fonts",
                "/assets/index.html",
                "/assets/../index.html",
                "/assets/..%2Findex.html",
                "/assets/%2e%2e/%2e%2e/secret.txt",
                "/assets/..%2F..%2Fsecret.txt",
                "/assets/..%5C..%5Csecret.txt",
                "/assets//etc/passwd",
                "/assets/app-1a2b.js%00.css",
                "/assets/app-1a2b.js.br%2F",
                "/secret.txt",
                "/web/index.html",
                "/index.html",
                "/api/nowhere",
                "/api/kitchen/runner",
                "/nowhere"
            })
    void whatever_is_not_there_is_a_problem_and_never_the_page(String path) throws Exception {
        var answer = get(path);
        assertThat(answer.statusCode()).as(text(answer)).isIn(400, 404);
        assertThat(header(answer, "Content-Type")).isEqualTo("application/problem+json");
        assertThat(text(answer)).doesNotContain("<title>", "\nsecret");
        assertThat(header(answer, "Cache-Control")).doesNotContain("max-age");
    }

    @ParameterizedTest
    @CsvSource({
        "/, 302",
        "/kitchen/runner, 200",
        "/assets/app-1a2b.js, 200",
        "/assets/gone.js, 404",
        "/favicon.svg, 200"
    })
    void a_head_is_a_get_without_the_content(String path, int status) throws Exception {
        var head = send(HttpRequest.newBuilder(api.uri(path))
                .header("Accept-Encoding", "br")
                .method("HEAD", BodyPublishers.noBody()));
        var get = get(path, "Accept-Encoding", "br");
        assertThat(head.statusCode()).isEqualTo(status).isEqualTo(get.statusCode());
        assertThat(head.body()).isEmpty();
        for (String name :
                new String[] {"Content-Type", "Content-Length", "Content-Encoding", "ETag", "Vary", "Location"}) {
            assertThat(header(head, name)).as(name).isEqualTo(header(get, name));
        }
    }

    @Test
    void a_page_cannot_be_written_to() throws Exception {
        var answer = send(HttpRequest.newBuilder(api.uri("/kitchen/runner")).POST(BodyPublishers.ofString("x")));
        assertThat(answer.statusCode()).isEqualTo(405);
    }

    @Test
    void an_answer_that_depends_on_the_origin_says_so_as_well(@TempDir Path folder) throws Exception {
        try (var other = TestApi.start(
                database,
                Map.of(
                        "RUNNER_WEB_DIR",
                        TestWeb.in(folder).toString(),
                        "RUNNER_CORS_ORIGINS",
                        "https://one.example"))) {
            var answer = send(HttpRequest.newBuilder(other.uri(SCRIPT)));
            assertThat(answer.headers().allValues("Vary")).containsExactlyInAnyOrder("Origin", "Accept-Encoding");
        }
    }

    @Test
    void an_installation_without_a_front_end_says_how_to_get_one() {
        try (var bare = TestApi.start(database)) {
            for (String path : new String[] {"/", "/login", "/kitchen/runner"}) {
                var answer = bare.anonymous().get(path);
                assertThat(answer.status()).isEqualTo(404);
                assertThat(answer.code()).isEqualTo("not_found");
                assertThat(answer.json().path("detail").asText()).contains("./runner build");
            }
            assertThat(bare.anonymous().get(SCRIPT).status()).isEqualTo(404);
            assertThat(bare.anonymous().get("/favicon.svg").status()).isEqualTo(404);
        }
    }

    private HttpResponse<byte[]> get(String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(api.uri(path));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    private static String header(HttpResponse<byte[]> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
