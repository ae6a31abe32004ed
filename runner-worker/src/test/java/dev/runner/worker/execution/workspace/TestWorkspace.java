package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.repo.AllowedRepoPaths;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Launch;
import dev.runner.worker.execution.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A provider over real processes, in folders of its own. Closing it fails if a process of one of its jobs is left. */
final class TestWorkspace implements AutoCloseable {
    static final Duration LONG = Duration.ofSeconds(20);

    final Path root;
    final Path repo;
    final WorkspaceConfig config;
    private WorkspaceProvider provider;

    TestWorkspace(Path root) {
        this(root, config(root));
    }

    TestWorkspace(Path root, WorkspaceConfig config) {
        this.root = root;
        this.repo = root.resolve("repo");
        this.config = config;
        this.provider = newProvider();
    }

    static WorkspaceConfig config(Path root) {
        try {
            Files.createDirectories(root.resolve("repo"));
            Files.createDirectories(root.resolve("logs"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return WorkspaceConfig.of(root.resolve("logs"), new AllowedRepoPaths(List.of(root.resolve("repo"))))
                .withCgroupRoot(Optional.empty());
    }

    WorkspaceProvider provider() {
        return provider;
    }

    /** As after a restart of the worker: nothing is known but what is on disk. */
    WorkspaceProvider restart() {
        provider.close();
        provider = newProvider();
        return provider;
    }

    private WorkspaceProvider newProvider() {
        return new WorkspaceProvider(
                config,
                Map.of("PATH", "/usr/bin:/bin", "HOME", "/nowhere", "PYTHONPATH", "/evil", "RUNNER_JWT_SECRET", "s"),
                InstantSource.system());
    }

    static AttemptKey newKey() {
        return new AttemptKey(UUID.randomUUID(), 1);
    }

    AttemptKey start(String... argv) {
        AttemptKey key = newKey();
        assertThat(dispatch(key, argv)).isInstanceOf(Dispatch.Started.class);
        return key;
    }

    AttemptKey shell(String script) {
        return start("sh", "-c", script);
    }

    Dispatch dispatch(AttemptKey key, String... argv) {
        return provider.dispatch(new Launch(key, List.of(argv), repo, Map.of()));
    }

    Ending ending(AttemptKey key) {
        try {
            return provider.ending(key).get(LONG.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("no end of " + key, e);
        }
    }

    int exitCode(AttemptKey key) {
        assertThat(ending(key).finding()).isInstanceOf(Finding.Ended.class);
        return ((Finding.Ended) ending(key).finding()).exitCode();
    }

    String log(AttemptKey key) {
        try {
            return Files.readString(config.logFile(key.jobId()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until the job has written that line, which is how it says that it has come so far. */
    void awaitLine(AttemptKey key, String line) {
        await(() -> log(key).lines().anyMatch(line::equals));
    }

    /** The only line of that form that the job wrote, as a pid. */
    long pidIn(AttemptKey key, String prefix) {
        await(() -> log(key).lines().anyMatch(line -> line.startsWith(prefix)));
        return log(key).lines()
                .filter(line -> line.startsWith(prefix))
                .map(line -> Long.parseLong(line.substring(prefix.length())))
                .findFirst()
                .orElseThrow();
    }

    static boolean isAlive(long pid) {
        return ProcStat.read(pid).filter(ProcStat::isAlive).isPresent();
    }

    ProcessIdentity identity(AttemptKey key) {
        return ((Finding.Running) provider.find(key)).identity();
    }

    static void await(BooleanSupplier condition) {
        assertThat(Waiting.until(LONG, condition)).as("came true in time").isTrue();
    }

    List<Long> processesOf(AttemptKey key) {
        return MarkedProcesses.scan(key, PidRange.ALL).found().stream()
                .map(ProcStat::pid)
                .toList();
    }

    @Override
    public void close() {
        provider.close();
        for (AttemptKey key : provider.known()) {
            List<Long> left = processesOf(key);
            left.forEach(pid -> Libc.kill(pid, Libc.KILL));
            assertThat(left).as("processes left of " + key).isEmpty();
        }
    }
}
