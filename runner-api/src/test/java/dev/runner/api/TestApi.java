package dev.runner.api;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.runner.account.Accounts;
import dev.runner.account.LoginLimits;
import dev.runner.account.PasswordCost;
import dev.runner.account.Passwords;
import dev.runner.api.stream.StreamTimes;
import dev.runner.registry.LoadOutcome;
import dev.runner.registry.Registry;
import dev.runner.registry.RegistryLoader;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
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

    private static final String ADMINISTRATOR = "administrator";
    private static final String PASSWORD = "correct horse battery staple";

    private final TestDatabase database;
    private final ApiServer server;
    private final Path logs;

    private TestApi(TestDatabase database, ApiServer server, Path logs) {
        this.database = database;
        this.server = server;
        this.logs = logs;
    }

    static TestApi start(TestDatabase database) {
        return start(database, Map.of());
    }

    static TestApi start(TestDatabase database, Map<String, String> settings) {
        return start(database, settings, StreamTimes.STANDARD);
    }

    static TestApi start(TestDatabase database, Map<String, String> settings, StreamTimes times) {
        try {
            Path logs = Files.createTempDirectory("runner-logs");
            var variables = settings(database, logs);
            variables.putAll(settings);
            ApiConfig config = ApiConfig.load(variables);
            return new TestApi(
                    database,
                    ApiServer.start(config, registry(), times),
                    config.installation().logDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a replica of the tests is told; another process can be started with the same. */
    static Map<String, String> settings(TestDatabase database, Path logs) {
        return new HashMap<>(Map.of(
                "RUNNER_DATABASE_URL",
                database.jdbcUrl(),
                "RUNNER_REGISTRY",
                ROOT.resolve("runner.yml").toString(),
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

    TestClient as(String person) {
        return new TestClient(server.port(), token(person));
    }

    /** Someone who logged in here and may manage users. */
    TestClient administrator() {
        // A cheap hash: the cost is stored with it, and that of a real one would be paid for by every test.
        Accounts.on(database.dataSource(), new Passwords(new PasswordCost(64, 1, 1), 1), LoginLimits.DEFAULT)
                .users()
                .create(ADMINISTRATOR, PASSWORD, true);
        var login = anonymous()
                .post(
                        "/api/auth/login",
                        "{\"username\":\"%s\",\"password\":\"%s\"}".formatted(ADMINISTRATOR, PASSWORD));
        return new TestClient(server.port(), login.json().path("access_token").asText());
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.port() + path);
    }

    TestClient anonymous() {
        return new TestClient(server.port(), "");
    }

    String repoId() {
        return as("somebody").repoId();
    }

    String jobBody(String script, String args) {
        return as("somebody").jobBody(script, args);
    }

    static UUID uuid(TestClient.Answer answer) {
        return UUID.fromString(answer.id());
    }

    @Override
    public void close() {
        server.close();
    }
}
