package dev.runner.api;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.api.openapi.Contract;
import dev.runner.registry.LoadOutcome;
import dev.runner.registry.Registry;
import dev.runner.registry.RegistryLoader;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** A real server on a real database, spoken to over HTTP; two of them on one database are two replicas. */
final class TestApi implements AutoCloseable {
    static final String SECRET = "a-secret-of-the-tests-that-is-long-enough";
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path WORKSPACE = ROOT.resolve("examples/workspace");
    private static final ObjectMapper MAPPER = new ObjectMapper();
    /** Shared: a client of its own for each server would be a pool of threads for each. */
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final ApiServer server;
    private final Path logs;

    private TestApi(ApiServer server, Path logs) {
        this.server = server;
        this.logs = logs;
    }

    static TestApi start(TestDatabase database) {
        return start(database, Map.of());
    }

    static TestApi start(TestDatabase database, Map<String, String> settings) {
        try {
            Path logs = Files.createTempDirectory("runner-logs");
            var variables = new HashMap<>(Map.of(
                    "RUNNER_DATABASE_URL",
                    database.jdbcUrl(),
                    "RUNNER_LOG_DIR",
                    logs.toString(),
                    "RUNNER_ALLOWED_REPO_PATHS",
                    "[\"" + WORKSPACE + "\"]",
                    "RUNNER_JWT_SECRET",
                    SECRET,
                    "RUNNER_API_PORT",
                    "0",
                    "RUNNER_MANAGEMENT_PORT",
                    "0"));
            variables.putAll(settings);
            ApiConfig config = ApiConfig.load(variables);
            return new TestApi(
                    ApiServer.start(config, registry()), config.installation().logDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Registry registry() {
        return switch (RegistryLoader.load(ROOT.resolve("runner.yml"))) {
            case LoadOutcome.Loaded loaded -> loaded.registry();
            case LoadOutcome.Rejected rejected -> throw new IllegalStateException(rejected.problems() + "");
        };
    }

    ApiServer server() {
        return server;
    }

    Path logOf(String jobId) {
        return logs.resolve(jobId + ".log");
    }

    /** A token as the user's own identity provider would issue it. */
    static String token(String person) {
        return JWT.create()
                .withSubject(person)
                .withExpiresAt(Instant.now().plus(10, ChronoUnit.MINUTES))
                .sign(Algorithm.HMAC256(SECRET));
    }

    Call as(String person) {
        return new Call(token(person));
    }

    Call anonymous() {
        return new Call("");
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    /** An answer; its body is null when it is not JSON. */
    record Answer(int status, JsonNode json, String text, HttpResponse<String> response) {
        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        String code() {
            return json.path("code").asText();
        }

        String id() {
            return json.path("id").asText();
        }
    }

    /** Requests with one person's token. */
    final class Call {
        private final String token;
        private final Map<String, String> headers = new HashMap<>();

        private Call(String token) {
            this.token = token;
        }

        Call with(String header, String value) {
            headers.put(header, value);
            return this;
        }

        Answer get(String path) {
            return send(HttpRequest.newBuilder(uri(path)).GET());
        }

        Answer post(String path, String body) {
            if (!body.isEmpty()) {
                headers.putIfAbsent("Content-Type", "application/json");
            }
            return send(HttpRequest.newBuilder(uri(path)).POST(BodyPublishers.ofString(body)));
        }

        Answer send(HttpRequest.Builder request) {
            if (!token.isEmpty()) {
                request.setHeader("Authorization", "Bearer " + token);
            }
            headers.forEach(request::setHeader);
            try {
                HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
                // Whatever a test is about, its answers must be those that the document promises.
                Contract.check(response);
                return new Answer(response.statusCode(), json(response), response.body(), response);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        /** A job of the first repo, with default arguments. */
        Answer create() {
            return create("{}");
        }

        Answer create(String args) {
            return post("/api/runner/jobs", jobBody("nb.stage", args));
        }
    }

    private static JsonNode json(HttpResponse<String> response) {
        String type = response.headers().firstValue("Content-Type").orElse("");
        if (!type.contains("json")) {
            return MAPPER.nullNode();
        }
        try {
            return MAPPER.readTree(response.body());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer that says it is JSON is not: " + response.body(), e);
        }
    }

    String repoId() {
        return as("somebody")
                .get("/api/runner/repos")
                .json()
                .path("items")
                .path(0)
                .path("id")
                .asText();
    }

    String jobBody(String script, String args) {
        return "{\"repo_id\":\"%s\",\"script_key\":\"%s\",\"args\":%s}".formatted(repoId(), script, args);
    }

    static UUID uuid(Answer answer) {
        return UUID.fromString(answer.id());
    }

    @Override
    public void close() {
        server.close();
    }
}
