package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.api.http.ProblemAnswers;
import dev.runner.api.web.TestWeb;
import dev.runner.api.web.WebFolder;
import dev.runner.api.web.WebResource;
import io.javalin.Javalin;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The balancer's configuration as it is delivered, in a real nginx before two replicas that behave as a test wants. */
class NginxIT {
    private static final List<Path> PROGRAMS =
            List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/bin/nginx"), Path.of("/usr/local/sbin/nginx"));
    private static final int PATIENCE_MILLIS = 20_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final AtomicInteger received = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);
    private ServerSocket first;
    private ServerSocket second;
    private int port;
    private Process nginx;

    private static Optional<Path> program() {
        Stream<Path> onPath =
                Arrays.stream(System.getenv("PATH").split(":", -1)).map(part -> Path.of(part, "nginx"));
        return Stream.concat(PROGRAMS.stream(), onPath)
                .filter(Files::isExecutable)
                .findFirst();
    }

    @BeforeEach
    void a_balancer() throws Exception {
        var program = program();
        assumeTrue(program.isPresent(), "there is no nginx");
        first = replica();
        second = replica();
        start(program.get(), first.getLocalPort(), second.getLocalPort());
    }

    private void start(Path program, int firstPort, int secondPort) throws Exception {
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        String site = Files.readString(Path.of("../deploy/nginx/runner.conf"))
                .replace("api-1:8080", "127.0.0.1:" + firstPort)
                .replace("api-2:8080", "127.0.0.1:" + secondPort)
                .replace("listen 8080", "listen 127.0.0.1:" + port);
        Path configuration = folder.resolve("nginx.conf");
        Files.writeString(configuration, """
                daemon off; master_process off; pid %1$s/pid; error_log %1$s/error.log;
                events {}
                http { client_body_temp_path %1$s/b; proxy_temp_path %1$s/p; fastcgi_temp_path %1$s/f;
                uwsgi_temp_path %1$s/u; scgi_temp_path %1$s/s;
                %2$s
                }
                """.formatted(folder, site));
        nginx = new ProcessBuilder(program.toString(), "-c", configuration.toString(), "-p", folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nginx.log").toFile())
                .start();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (true) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                assertThat(nginx.waitFor(50, TimeUnit.MILLISECONDS))
                        .as(() -> read(folder.resolve("nginx.log")))
                        .isFalse();
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
        }
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        goOn.countDown();
        if (nginx != null) {
            stopNginx();
            first.close();
            second.close();
        }
    }

    private void stopNginx() throws InterruptedException {
        nginx.destroy();
        nginx.waitFor();
    }

    @Test
    void a_replica_that_is_gone_costs_no_request_not_even_a_post() throws Exception {
        first.close();

        for (int i = 0; i < 10; i++) {
            assertThat(request("GET /ok", "").status()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(request("POST /ok", "{}").status()).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    @Test
    void a_post_that_was_sent_is_never_sent_again_but_a_get_is() throws Exception {
        assertThat(request("POST /die", "{}").status()).isEqualTo("HTTP/1.1 502 Bad Gateway");
        assertThat(received).hasValue(1);

        received.set(0);
        assertThat(request("GET /die-once", "").status()).isEqualTo("HTTP/1.1 200 OK");
        assertThat(received).hasValue(2);
    }

    @Test
    void a_web_socket_passes() throws Exception {
        try (var client = open()) {
            send(client, "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
            BufferedReader answer = reader(client);
            assertThat(answer.readLine()).isEqualTo("HTTP/1.1 101 Switching Protocols");
            while (!answer.readLine().isEmpty()) {
                // The rest of the head.
            }
            send(client, "over the wire\r\n");
            assertThat(answer.readLine()).isEqualTo("over the wire");
        }
    }

    @Test
    void a_live_log_is_not_held_back_and_the_caller_is_told_of() throws Exception {
        try (var client = open()) {
            send(client, "GET /stream HTTP/1.1\r\nHost: runner.example.org\r\n\r\n");
            BufferedReader answer = reader(client);
            String line = answer.readLine();
            while (!line.startsWith("saw ")) {
                line = answer.readLine();
            }
            // The replica has not ended its answer, nor will it before this is released.
            assertThat(line).isEqualTo("saw 127.0.0.1 http runner.example.org");
            goOn.countDown();
        }
    }

    /** Two real replicas, the first of the version before: names and forms of files, and how long they are good. */
    @Test
    void pages_and_their_scripts_pass_as_the_api_sends_them_also_while_replicas_differ() throws Exception {
        Javalin before = web(TestWeb.in(folder.resolve("before")));
        Path next = TestWeb.in(folder.resolve("after"));
        Files.writeString(next.resolve("assets/app-9f8e.js"), "new");
        Javalin after = web(next);
        stopNginx();
        start(program().orElseThrow(), before.port(), after.port());
        try (var client = HttpClient.newHttpClient()) {
            var home = get(client, "/");
            assertThat(home.statusCode()).isEqualTo(302);
            assertThat(home.headers().firstValue("Location")).contains("/kitchen/runner");

            var page = get(client, "/kitchen/runner/jobs");
            assertThat(new String(page.body(), StandardCharsets.UTF_8)).isEqualTo(TestWeb.INDEX);
            assertThat(page.headers().firstValue("Cache-Control")).contains("no-cache");
            assertThat(page.headers().firstValue("Content-Security-Policy")).isPresent();
            String tag = page.headers().firstValue("ETag").orElseThrow();
            assertThat(get(client, "/kitchen", "If-None-Match", tag).statusCode())
                    .isEqualTo(304);

            var script = get(client, "/assets/app-1a2b.js", "Accept-Encoding", "gzip, br");
            assertThat(new String(script.body(), StandardCharsets.UTF_8)).isEqualTo(TestWeb.BROTLI);
            assertThat(script.headers().firstValue("Content-Encoding")).contains("br");
            assertThat(script.headers().firstValue("Vary")).contains("Accept-Encoding");
            assertThat(script.headers().firstValue("Cache-Control")).contains("public, max-age=31536000, immutable");

            for (int i = 0; i < 10; i++) {
                assertThat(get(client, "/assets/app-9f8e.js").statusCode()).isEqualTo(200);
                assertThat(get(client, "/assets/gone.js").statusCode()).isEqualTo(404);
            }
        } finally {
            before.stop();
            after.stop();
        }
    }

    private static Javalin web(Path files) throws IOException {
        var resource = new WebResource(WebFolder.read(files));
        return Javalin.create(config -> {
                    new ProblemAnswers().addTo(config.routes);
                    resource.addTo(config.routes);
                })
                .start("127.0.0.1", 0);
    }

    private HttpResponse<byte[]> get(HttpClient client, String path, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return client.send(
                (headers.length == 0 ? request : request.headers(headers)).build(), BodyHandlers.ofByteArray());
    }

    private record Answer(String status) {}

    private Answer request(String what, String body) throws IOException {
        try (var client = open()) {
            send(
                    client,
                    "%s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s"
                            .formatted(what, body.length(), body));
            return new Answer(reader(client).readLine());
        }
    }

    private Socket open() throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        return socket;
    }

    private ServerSocket replica() throws IOException {
        var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(() -> {
            while (!server.isClosed()) {
                try {
                    Socket socket = server.accept();
                    Thread.ofVirtual().start(() -> serve(socket));
                } catch (IOException e) {
                    return;
                }
            }
        });
        return server;
    }

    private void serve(Socket socket) {
        try (socket) {
            BufferedReader in = reader(socket);
            String request = in.readLine();
            if (request == null) {
                return;
            }
            String from = "";
            String scheme = "";
            String host = "";
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                String value = line.substring(line.indexOf(' ') + 1);
                from = line.startsWith("X-Forwarded-For:") ? value : from;
                scheme = line.startsWith("X-Forwarded-Proto:") ? value : scheme;
                host = line.startsWith("Host:") ? value : host;
            }
            int number = received.incrementAndGet();
            String path = request.split(" ", 3)[1];
            if (path.equals("/die") || (path.equals("/die-once") && number == 1)) {
                return;
            }
            if (path.equals("/ws")) {
                send(socket, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
                send(socket, in.readLine() + "\r\n");
                goOn.await();
            } else if (path.equals("/stream")) {
                String text = "saw %s %s %s\r\n".formatted(from, scheme, host);
                send(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + text);
                goOn.await();
            } else {
                send(socket, "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
            }
        } catch (IOException e) {
            // The client, or the test, has gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(Socket socket, String text) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(text.getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private static BufferedReader reader(Socket socket) throws IOException {
        return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
