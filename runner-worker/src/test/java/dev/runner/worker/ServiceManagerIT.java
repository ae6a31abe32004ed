package dev.runner.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.TimeOrderedIds;
import dev.runner.job.CreateOutcome;
import dev.runner.job.JobCreation;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.job.QueueLimits;
import dev.runner.registry.StrictJson;
import dev.runner.registry.Validation;
import dev.runner.testing.DatagramInbox;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The distribution under a service manager: what it is told, and what becomes of running jobs when it is stopped. */
@ExtendWith(PostgresExtension.class)
class ServiceManagerIT {
    private static final Path PROGRAM =
            Path.of("target/runner-worker/bin/runner-worker").toAbsolutePath();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private final TestDatabase database;
    private final JobStore store;
    private final List<Process> started = new ArrayList<>();

    ServiceManagerIT(TestDatabase database) {
        this.database = database;
        this.store = new JobStore(database.dsl());
    }

    @BeforeEach
    void a_repo_with_a_script_that_waits() throws Exception {
        database.clear();
        for (String name : List.of("repo", "logs", "runtime")) {
            Files.createDirectory(folder.resolve(name));
        }
        Path script = folder.resolve("repo/wait.sh");
        Files.writeString(script, "echo up; while [ ! -e go ]; do sleep 0.05; done; exit 5\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("runner.yml"), """
                scripts:
                  - {key: wait, label: Wait, description: Waits., command: [bash, wait.sh]}
                """);
    }

    @AfterEach
    void nothing_is_left() throws Exception {
        Files.writeString(folder.resolve("repo/go"), "");
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void a_restart_leaves_jobs_to_the_next_worker_and_the_manager_hears_of_everything() throws Exception {
        try (var inbox = new DatagramInbox(folder.resolve("notify").toString())) {
            Process first = start();
            assertThat(inbox.next()).startsWith("READY=1|").endsWith("WATCHDOG=1|");
            UUID job = create();
            await(() -> status(job) == JobStatus.RUNNING);
            String message = inbox.next();
            while (message != null && !message.equals("STATUS=launcher, 1 jobs in hand|WATCHDOG=1|")) {
                message = inbox.next();
            }
            assertThat(message).as("a status that tells of the job").isNotNull();

            stop(first);

            while (message != null && !message.startsWith("STOPPING=1|")) {
                message = inbox.next();
            }
            assertThat(message).as("a word of farewell").isNotNull();
            assertThat(status(job)).isEqualTo(JobStatus.RUNNING);

            start();
            await(() -> store.events(job).stream().anyMatch(e -> e.eventType().equals("job_adopted")));
            Files.writeString(folder.resolve("repo/go"), "");
            await(() -> status(job) == JobStatus.FAILED);
            assertThat(store.find(job).orElseThrow().exitCode()).isEqualTo(5);
        }
    }

    @Test
    void a_stop_for_good_cancels_what_runs() throws Exception {
        Process worker = start();
        UUID job = create();
        await(() -> status(job) == JobStatus.RUNNING);

        Files.createFile(folder.resolve("runtime/end-jobs"));
        stop(worker);

        assertThat(status(job)).isEqualTo(JobStatus.CANCELED);
    }

    private Process start() throws Exception {
        var builder = new ProcessBuilder(PROGRAM.toString(), "run")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker-%d.log".formatted(started.size()))
                        .toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RUNNER_"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("RUNNER_DATABASE_URL", database.jdbcUrl());
        environment.put("RUNNER_REGISTRY", folder.resolve("runner.yml").toString());
        environment.put("RUNNER_LOG_DIR", folder.resolve("logs").toString());
        environment.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + folder.resolve("repo") + "\"]");
        environment.put("NOTIFY_SOCKET", folder.resolve("notify").toString());
        environment.put("WATCHDOG_USEC", "400000");
        environment.put("RUNTIME_DIRECTORY", folder.resolve("runtime").toString());
        Process process = builder.start();
        started.add(process);
        return process;
    }

    private static void stop(Process worker) throws InterruptedException {
        worker.destroy();
        assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
    }

    private UUID create() throws Exception {
        UUID repo = TimeOrderedIds.next();
        database.dsl()
                .execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES (?, 'repo', 'local_path', ?)",
                        repo,
                        folder.resolve("repo").toString());
        var script = TestJobs.registry(Files.readString(folder.resolve("runner.yml")))
                .find("wait")
                .orElseThrow();
        var valid = (Validation.Valid) script.validate(StrictJson.mapper().createObjectNode());
        var request = new JobRequest(repo, script, valid.arguments(), "ada", null, 0, null, 300, null, "{}");
        var creation = new JobCreation(database.dataSource(), store, QueueLimits.DEFAULT);
        return ((CreateOutcome.Created) creation.create(request)).job().id();
    }

    private JobStatus status(UUID job) {
        return store.find(job).orElseThrow().status();
    }

    private void await(BooleanSupplier condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            // Asking with a short limit is also the pause between two looks.
            assertThat(started.getLast().waitFor(50, TimeUnit.MILLISECONDS))
                    .as("the worker ended")
                    .isFalse();
        }
    }
}
