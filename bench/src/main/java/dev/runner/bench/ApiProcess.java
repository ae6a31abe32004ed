package dev.runner.bench;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code runner-api} in a process of its own, as it is deployed, and clients for it. */
final class ApiProcess implements AutoCloseable {
    private static final String SECRET = "a-secret-of-the-benchmark-that-is-long-enough";
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");
    private static final String CREATED = "HTTP/1.1 201 ";

    private final Process process;
    private final URI address;
    private final List<HttpConnection> connections = new ArrayList<>();

    private ApiProcess(Process process, URI address) {
        this.process = process;
        this.address = address;
    }

    static ApiProcess start(BenchDatabase database, Project project, int limit) throws IOException {
        var builder = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.runner.api.ApiMain");
        // Only what is said here: a setting of the caller's shell must not change what is measured.
        builder.environment().keySet().removeIf(name -> name.startsWith("RUNNER_"));
        builder.environment()
                .putAll(Map.of(
                        "RUNNER_DATABASE_URL", database.url(),
                        "RUNNER_REGISTRY", project.registryFile().toString(),
                        "RUNNER_LOG_DIR", emptyFolder().toString(),
                        "RUNNER_ALLOWED_REPO_PATHS", "[\"" + project.workspace() + "\"]",
                        "RUNNER_JWT_SECRET", SECRET,
                        "RUNNER_API_PORT", "0",
                        "RUNNER_MANAGEMENT_PORT", "0",
                        "RUNNER_MAX_QUEUE_SIZE", String.valueOf(limit),
                        "RUNNER_MAX_QUEUED_PER_USER", String.valueOf(limit)));
        Process process = builder.redirectErrorStream(true).start();
        try {
            String address = address(process.inputReader(StandardCharsets.UTF_8));
            return new ApiProcess(process, URI.create(address));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    /** Its own: a folder that another database's programs have used is refused. */
    private static Path emptyFolder() throws IOException {
        Path folder = Files.createTempDirectory("runner-bench-logs");
        folder.toFile().deleteOnExit();
        // Left there by the program; whatever was registered last is deleted first.
        folder.resolve(".installation").toFile().deleteOnExit();
        return folder;
    }

    /** Reads what it prints until it says where it listens; what it prints later, if anything, is thrown away. */
    private static String address(BufferedReader output) throws IOException {
        var said = new StringBuilder();
        for (String line; (line = output.readLine()) != null; ) {
            var matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                Thread.ofVirtual().start(() -> drain(output));
                return matcher.group(1);
            }
            said.append(line).append('\n');
        }
        throw new IOException("runner-api did not start:\n" + said);
    }

    private static void drain(BufferedReader output) {
        try {
            output.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            // It ended, and its output with it.
        }
    }

    /** A client of that person, who asks for a new job at each call. */
    Load.Call client(String person, UUID repoId, boolean keyed) {
        String token = JWT.create()
                .withSubject(person)
                .withExpiresAt(Instant.now().plus(Duration.ofHours(1)))
                .sign(Algorithm.HMAC256(SECRET));
        String body = "{\"repo_id\":\"%s\",\"script_key\":\"nb.stage\",\"args\":{\"retries\":3}}".formatted(repoId);
        String head = "Authorization: Bearer %s\r\nContent-Type: application/json\r\n".formatted(token);
        var connection = new HttpConnection(address);
        connections.add(connection);
        return () -> {
            String key = keyed ? "Idempotency-Key: " + UUID.randomUUID() + "\r\n" : "";
            String status = connection.post("/api/runner/jobs", head + key, body);
            if (!status.startsWith(CREATED)) {
                throw new IllegalStateException(status);
            }
        };
    }

    @Override
    public void close() {
        connections.forEach(HttpConnection::close);
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
