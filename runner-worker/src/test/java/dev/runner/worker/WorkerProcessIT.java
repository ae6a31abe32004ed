package dev.runner.worker;

import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.queue.LauncherLock;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The distribution as it is delivered, started by its script as processes of their own. */
@ExtendWith(PostgresExtension.class)
class WorkerProcessIT {
    private static final Path PROGRAM =
            Path.of("target/runner-worker/bin/runner-worker").toAbsolutePath();
    private static final int SIGTERM = 15;
    private static final int SIGTERM_IS_NO_FAILURE = 0;

    @TempDir
    Path folder;

    private final TestDatabase database;
    private final List<Process> started = new ArrayList<>();

    WorkerProcessIT(TestDatabase database) {
        this.database = database;
    }

    @AfterEach
    void nothing_is_left() throws InterruptedException {
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_standby_takes_over_from_a_launcher_that_is_told_to_stop() throws Exception {
        Process launcher = start("text");
        await(() -> LauncherLock.holder(database.dsl()).isPresent());
        String first = LauncherLock.holder(database.dsl()).orElseThrow();
        start("json");
        await(() -> database.dsl().fetchCount(RUNNER_WORKERS) == 2);

        launcher.destroy();
        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();

        assertThat(launcher.exitValue()).as(log("text")).isEqualTo(SIGTERM_IS_NO_FAILURE);
        await(() -> LauncherLock.holder(database.dsl())
                .filter(id -> !id.equals(first))
                .isPresent());
        assertThat(database.dsl()
                        .fetchSingle(RUNNER_WORKERS, RUNNER_WORKERS.ID.eq(first))
                        .getStoppedAt())
                .isNotNull();
        assertThat(log("text")).contains("launcher lock taken").contains("worker_id=\"" + first + "\"");
        assertThat(jsonLog()).anySatisfy(line -> {
            assertThat(line.path("message").asText()).isEqualTo("launcher lock taken");
            assertThat(line.path("worker_id").asText()).isNotEmpty();
        });
    }

    @Test
    void told_to_stop_a_second_time_it_stops_at_once() throws Exception {
        Process worker = start("text");
        await(() -> LauncherLock.holder(database.dsl()).isPresent());
        await(() -> database.dsl().fetchCount(RUNNER_WORKERS) > 0);
        database.dsl().transaction(held -> {
            // An orderly stop writes to this row, and cannot.
            held.dsl().selectFrom(RUNNER_WORKERS).forUpdate().fetch();
            worker.destroy();
            await(() -> read("text").contains("stopping"));
            worker.destroy();
            assertThat(worker.waitFor(10, TimeUnit.SECONDS)).isTrue();
            assertThat(worker.exitValue()).isEqualTo(128 + SIGTERM);
        });
    }

    @Test
    void a_job_cannot_read_the_environment_of_its_worker() throws Exception {
        assumeTrue(anotherUserCanRunIt(), "needs root, and a build that other users can reach");
        for (Path path = folder; !path.equals(Path.of("/tmp")) && path.getParent() != null; path = path.getParent()) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        Process worker = start("text", asNobody());
        await(() -> LauncherLock.holder(database.dsl()).isPresent());
        Process reader = new ProcessBuilder(asNobody("cat", "/proc/" + worker.pid() + "/environ"))
                .redirectErrorStream(true)
                .start();
        String seen = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(seen).doesNotContain("RUNNER_DATABASE_URL").contains("Permission denied");
    }

    private static boolean anotherUserCanRunIt() throws Exception {
        var builder = new ProcessBuilder(asNobody(PROGRAM.toString(), "--version"))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        try {
            return builder.start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String[] asNobody(String... command) {
        var whole = new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        whole.addAll(List.of(command));
        return whole.toArray(String[]::new);
    }

    private String read(String format) {
        try {
            return log(format);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Process start(String format, String... wrapper) throws IOException {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        Files.setPosixFilePermissions(logs, PosixFilePermissions.fromString("rwxrwxrwx"));
        var command = new ArrayList<>(List.of(wrapper));
        command.addAll(List.of(PROGRAM.toString(), "run"));
        var builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(format + ".log").toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RUNNER_"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("RUNNER_DATABASE_URL", database.jdbcUrl());
        environment.put(
                "RUNNER_REGISTRY", Path.of("../runner.yml").toAbsolutePath().toString());
        environment.put("RUNNER_LOG_DIR", logs.toString());
        environment.put(
                "RUNNER_ALLOWED_REPO_PATHS",
                "[\"" + Path.of("../examples/workspace").toAbsolutePath().normalize() + "\"]");
        environment.put("RUNNER_LOG_FORMAT", format);
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private String log(String format) throws IOException {
        return Files.readString(folder.resolve(format + ".log"));
    }

    /** Every line must be an object: one that is not would be lost to whoever collects them. */
    private List<JsonNode> jsonLog() throws IOException {
        var lines = new ArrayList<JsonNode>();
        for (String line : log("json").lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private void await(BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            for (Process process : started) {
                // Asking with a short limit is also the pause between two looks.
                if (process.waitFor(50, TimeUnit.MILLISECONDS) && process.exitValue() != 0) {
                    throw new AssertionError("a worker ended: " + Files.readString(folder.resolve("text.log")));
                }
            }
        }
    }
}
