package dev.runner.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** One of the two programs as it is delivered, started by its own script as a process of its own. */
final class Deployable implements AutoCloseable {
    static final String SECRET = "a-secret-of-the-benchmark-that-is-long-enough";

    private final Process process;
    private final Path output;

    private Deployable(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** A worker with that many slots; it may not be ready yet. */
    static Deployable worker(BenchDatabase database, Workspace workspace, int slots) {
        return worker(database, workspace, slots, true);
    }

    /** @param drain whether its jobs go on when it is closed */
    static Deployable worker(BenchDatabase database, Workspace workspace, int slots, boolean drain) {
        return start(
                "runner-worker",
                "run",
                database,
                workspace,
                Map.of("RUNNER_MAX_CONCURRENCY", String.valueOf(slots), "RUNNER_DRAIN", String.valueOf(drain)));
    }

    /** An API on a free port; it may not be ready yet. */
    static Deployable api(BenchDatabase database, Workspace workspace) {
        return start(
                "runner-api",
                "serve",
                database,
                workspace,
                Map.of("RUNNER_JWT_SECRET", SECRET, "RUNNER_API_PORT", "0", "RUNNER_MANAGEMENT_PORT", "0"));
    }

    private static Deployable start(
            String program, String command, BenchDatabase database, Workspace workspace, Map<String, String> more) {
        Path script = Project.here().root().resolve("%s/target/%s/bin/%s".formatted(program, program, program));
        try {
            Path output = Files.createTempFile(workspace.registry().getParent(), program, ".out");
            var builder = new ProcessBuilder(script.toString(), command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            // Only what is said here: a setting of the caller's shell must not change what is measured.
            builder.environment().keySet().removeIf(name -> name.startsWith("RUNNER_"));
            var settings = new HashMap<>(more);
            settings.put("JAVA_HOME", System.getProperty("java.home"));
            settings.put("RUNNER_DATABASE_URL", database.url());
            settings.put("RUNNER_REGISTRY", workspace.registry().toString());
            settings.put("RUNNER_LOG_DIR", workspace.logs().toString());
            settings.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + workspace.repo() + "\"]");
            builder.environment().putAll(settings);
            return new Deployable(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What it has printed so far. */
    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until it has said something like that, and fails if it ends instead. */
    MatchResult awaitSaying(Pattern pattern) {
        Await.until("'%s' from a program".formatted(pattern), () -> {
            if (!process.isAlive()) {
                throw new IllegalStateException("it ended with %d: %s".formatted(process.exitValue(), said()));
            }
            return pattern.matcher(said()).find();
        });
        return pattern.matcher(said()).results().findFirst().orElseThrow();
    }

    /** Processor time so far, of all its threads. */
    Duration worked() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL; returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    @Override
    public void close() {
        process.destroy();
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
