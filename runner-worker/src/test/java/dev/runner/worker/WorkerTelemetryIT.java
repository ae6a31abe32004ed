package dev.runner.worker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.job.Job;
import dev.runner.job.JobStore;
import dev.runner.testing.Exposition;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the distribution tells about a job it ran: lines for a collector, and figures on its port. */
@ExtendWith(PostgresExtension.class)
class WorkerTelemetryIT {
    private static final Path PROGRAM =
            Path.of("target/runner-worker/bin/runner-worker").toAbsolutePath();

    @TempDir
    Path folder;

    private final TestDatabase database;

    WorkerTelemetryIT(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_job_leaves_lines_with_its_moves_and_figures_on_the_port() throws Exception {
        Path repo = Files.createDirectory(folder.resolve("repo"));
        Files.createDirectory(folder.resolve("logs"));
        Path script = Files.createDirectory(repo.resolve("scripts")).resolve("demo.sh");
        Files.writeString(script, "echo working; exit 4\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        Files.writeString(folder.resolve("runner.yml"), """
                scripts:
                  - key: demo.run
                    label: Demonstration
                    description: Fails.
                    command: [bash, scripts/demo.sh, --retries, "{retries}"]
                    arguments:
                      retries: {type: int, label: Retries, min: 1, max: 10, default: 3}
                      verbose: {type: bool, label: Verbose, flag: --verbose}
                """);
        var jobs = new TestJobs(database);
        database.dsl().execute("UPDATE runner_repos SET enabled = true, path_or_url = ?", repo.toString());
        Process worker = start(repo);
        try {
            Job job = jobs.queued("ada");
            var store = new JobStore(database.dsl());
            await(worker, () -> store.find(job.id()).orElseThrow().status().isTerminal());
            await(worker, () -> line("job ended").isPresent());
            assertThat(store.find(job.id()).orElseThrow().exitCode()).isEqualTo(4);

            JsonNode claimed = line("job claimed").orElseThrow();
            assertThat(claimed.path("job_id").asText()).isEqualTo(job.id().toString());
            assertThat(claimed.path("script_key").asText()).isEqualTo("demo.run");
            assertThat(claimed.path("status_from").asText()).isEqualTo("queued");
            assertThat(claimed.path("status_to").asText()).isEqualTo("running");
            JsonNode ended = line("job ended").orElseThrow();
            assertThat(ended.path("job_id").asText()).isEqualTo(job.id().toString());
            assertThat(ended.path("script_key").asText()).isEqualTo("demo.run");
            assertThat(ended.path("status_from").asText()).isEqualTo("running");
            assertThat(ended.path("status_to").asText()).isEqualTo("failed");
            assertThat(ended.path("duration_ms").isNumber()).isTrue();
            assertThat(ended.path("@timestamp").asText()).endsWith("Z");
            // The job's own output is data, never a line of the worker.
            assertThat(Files.readString(folder.resolve("worker.log"))).doesNotContain("working");

            // Counted a moment after the line was written.
            String ends = "runner_job_ends_total{outcome=\"failed\",script=\"demo.run\"}";
            await(worker, () -> Exposition.scrape(port()).value(ends) == 1);
            var page = Exposition.scrape(port());
            assertThat(page.value("runner_job_failures_total")).isEqualTo(1);
            assertThat(page.value("runner_worker_pickup_seconds_count")).isEqualTo(1);
            assertThat(page.value("runner_worker_launcher")).isEqualTo(1);
        } finally {
            worker.destroy();
            assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** By options, each of which wins over a variable that would not do. */
    private Process start(Path repo) throws IOException {
        var builder = new ProcessBuilder(
                        PROGRAM.toString(),
                        "run",
                        "--log-format",
                        "json",
                        "--management-port=0",
                        "--registry",
                        folder.resolve("runner.yml").toString(),
                        "--log-dir",
                        folder.resolve("logs").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("worker.log").toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RUNNER_"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("RUNNER_DATABASE_URL", database.jdbcUrl());
        environment.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + repo + "\"]");
        environment.put("RUNNER_LOG_FORMAT", "text");
        environment.put("RUNNER_WORKER_MANAGEMENT_PORT", "1");
        environment.put("RUNNER_REGISTRY", "/absent");
        return builder.start();
    }

    private Optional<JsonNode> line(String message) throws IOException {
        return lines().stream()
                .filter(line -> line.path("message").asText().equals(message))
                .findFirst();
    }

    private int port() throws IOException {
        String address = lines().stream()
                .map(line -> line.path("message").asText())
                .filter(message -> message.startsWith("metrics on "))
                .findFirst()
                .orElseThrow();
        return Integer.parseInt(address.replaceAll("\\D*127\\.0\\.0\\.1:(\\d+)/metrics", "$1"));
    }

    /** Whole lines only: the last one may still be on its way. */
    private List<JsonNode> lines() throws IOException {
        String log = Files.readString(folder.resolve("worker.log"));
        var lines = new ArrayList<JsonNode>();
        for (String line : log.substring(0, log.lastIndexOf('\n') + 1).lines().toList()) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private void await(Process worker, Condition condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            // Asking with a short limit is also the pause between two looks.
            if (worker.waitFor(50, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the worker ended: " + Files.readString(folder.resolve("worker.log")));
            }
        }
    }
}
