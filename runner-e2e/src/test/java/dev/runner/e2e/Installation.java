package dev.runner.e2e;

import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** An installation of both programs on one database and one log directory. Closing it leaves no process behind. */
final class Installation implements AutoCloseable {
    private static final String SECRET = "a-secret-of-the-tests-that-is-long-enough";

    private final Path folder;
    private final Workspace workspace;
    private final Map<String, String> settings;
    private final List<Daemon> daemons = Collections.synchronizedList(new ArrayList<>());

    /** @param settings for both programs, on top of what they need */
    Installation(TestDatabase database, Path folder, Map<String, String> settings) {
        this.folder = folder;
        this.workspace = Workspace.in(folder);
        this.settings = new HashMap<>(Map.of(
                "RUNNER_DATABASE_URL",
                database.jdbcUrl(),
                "RUNNER_REGISTRY",
                workspace.registry().toString(),
                "RUNNER_ALLOWED_REPO_PATHS",
                "[\"" + workspace.root() + "\"]",
                "RUNNER_JWT_SECRET",
                SECRET,
                "RUNNER_API_PORT",
                "0",
                "RUNNER_MANAGEMENT_PORT",
                "0"));
        try {
            this.settings.put(
                    "RUNNER_LOG_DIR",
                    Files.createDirectories(folder.resolve("logs")).toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.settings.putAll(settings);
    }

    Workspace workspace() {
        return workspace;
    }

    /** One more replica; it may not be ready yet. */
    Daemon api() {
        return start("runner-api", "serve", Map.of());
    }

    /** One more worker; it may not be ready yet. */
    Daemon worker() {
        return worker(Map.of());
    }

    Daemon worker(Map<String, String> more) {
        return start("runner-worker", "run", more);
    }

    private Daemon start(String program, String command, Map<String, String> more) {
        var all = new HashMap<>(settings);
        all.putAll(more);
        Daemon daemon =
                Daemon.start(program, command, all, folder.resolve("%s-%d.out".formatted(program, daemons.size())));
        daemons.add(daemon);
        return daemon;
    }

    /** Somebody who calls these replicas, another one each time. */
    static Person person(String name, List<Daemon> replicas) {
        String token = JWT.create()
                .withSubject(name)
                .withExpiresAt(Instant.now().plus(30, ChronoUnit.MINUTES))
                .sign(Algorithm.HMAC256(SECRET));
        return new Person(token, replicas.stream().map(Daemon::port).toList());
    }

    /** What the programs said, for whoever has to find out why a test failed. */
    String said() {
        var all = new StringBuilder();
        daemons.forEach(daemon -> all.append(daemon.said()).append("\n---\n"));
        return all.toString();
    }

    @Override
    public void close() {
        daemons.forEach(Daemon::close);
        JobProcesses.killAllUnder(workspace.root());
    }
}
