package dev.runner.bench;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code runner-api} in a process of its own, as it is deployed, and clients for it. */
final class ApiProcess implements AutoCloseable {
    private static final String SECRET = "a-secret-of-the-benchmark-that-is-long-enough";
    private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");
    private static final int CREATED = 201;

    private final Process process;
    private final URI jobs;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private ApiProcess(Process process, URI jobs) {
        this.process = process;
        this.jobs = jobs;
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
                        "RUNNER_LOG_DIR", System.getProperty("java.io.tmpdir"),
                        "RUNNER_ALLOWED_REPO_PATHS", "[\"" + project.workspace() + "\"]",
                        "RUNNER_JWT_SECRET", SECRET,
                        "RUNNER_API_PORT", "0",
                        "RUNNER_MANAGEMENT_PORT", "0",
                        "RUNNER_MAX_QUEUE_SIZE", String.valueOf(limit),
                        "RUNNER_MAX_QUEUED_PER_USER", String.valueOf(limit)));
        Process process = builder.redirectErrorStream(true).start();
        try {
            String address = address(process.inputReader(StandardCharsets.UTF_8));
            return new ApiProcess(process, URI.create(address + "/api/runner/jobs"));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
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
        HttpRequest request = HttpRequest.newBuilder(jobs)
                .header("Authorization", "Bearer " + token)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(
                        "{\"repo_id\":\"%s\",\"script_key\":\"nb.stage\",\"args\":{\"retries\":3}}".formatted(repoId)))
                .build();
        return () -> {
            var sent = keyed
                    ? HttpRequest.newBuilder(request, (_, _) -> true)
                            .header("Idempotency-Key", UUID.randomUUID().toString())
                            .build()
                    : request;
            var answer = http.send(sent, BodyHandlers.ofString());
            if (answer.statusCode() != CREATED) {
                throw new IllegalStateException("%d %s".formatted(answer.statusCode(), answer.body()));
            }
        };
    }

    @Override
    public void close() {
        http.shutdownNow();
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
