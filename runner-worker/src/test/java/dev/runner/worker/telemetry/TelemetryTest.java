package dev.runner.worker.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.config.ConfigException;
import dev.runner.job.Job;
import dev.runner.job.JobStatus;
import dev.runner.job.Transition;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import dev.runner.queue.LeaseOwner;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.testing.Exposition;
import dev.runner.testing.MetricsDocument;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import dev.runner.worker.WorkerConfig;
import dev.runner.worker.execution.workspace.JobLimits;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import dev.runner.worker.launcher.RunListener;
import dev.runner.worker.launcher.Worker;
import dev.runner.worker.launcher.WorkerIdentity;
import dev.runner.worker.launcher.WorkerParts;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class TelemetryTest {
    private static final WorkerIdentity IDENTITY = new WorkerIdentity("host-1", "host", "1.0");
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    private final TestDatabase database;
    private final HikariDataSource pool;
    private final WorkerConfig config;
    private final Telemetry telemetry;
    private final RunListener listener;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path logs;

    TelemetryTest(TestDatabase database) {
        this.database = database;
        this.pool = database.newPool(4, "telemetry");
        this.config = WorkerConfig.load(Map.of(
                "RUNNER_DATABASE_URL", database.jdbcUrl(),
                "RUNNER_LOG_DIR", "/logs",
                "RUNNER_ALLOWED_REPO_PATHS", "[\"/srv\"]",
                "RUNNER_QUEUES", "default,big",
                "RUNNER_WORKER_MANAGEMENT_PORT", "0"));
        this.telemetry = Telemetry.start(config, IDENTITY, pool, TestJobs.REGISTRY);
        this.listener = telemetry.listener();
    }

    @BeforeEach
    void no_jobs() {
        database.clear();
    }

    @AfterEach
    void stop() {
        telemetry.close();
        pool.close();
    }

    @Test
    void a_running_worker_exposes_what_the_document_says() {
        try (Worker worker = worker()) {
            telemetry.observe(worker);

            var page = page();

            var exposed = page.types();
            var document = new MetricsDocument();
            assertThat(exposed).containsAllEntriesOf(document.foreign("worker"));
            exposed.keySet().removeIf(MetricsDocument::isForeign);
            assertThat(exposed).isEqualTo(document.own("worker"));
            assertThat(page.value("runner_worker_slots_free")).isEqualTo(2);
            assertThat(page.value("runner_worker_jobs_running")).isZero();
            assertThat(page.value("runner_worker_refusing")).isZero();
            assertThat(
                            page.value(
                                    "runner_worker_identity{host=\"host\",mode=\"exclusive\",version=\"1.0\",worker_id=\"host-1\"}"))
                    .isEqualTo(1);
        }
    }

    @Test
    void everything_countable_is_there_from_the_beginning() {
        assertThat(page().text())
                .contains("runner_job_ends_total{outcome=\"timeout\",script=\"demo.single\"} 0.0")
                .contains("runner_job_attempts_total{attempt=\"repeated\",script=\"demo.run\"} 0.0")
                .contains("runner_job_wait_seconds_count{queue=\"big\"} 0")
                .contains("runner_worker_leases_lost_total 0.0");
    }

    @Test
    void claims_tell_how_long_the_database_took_and_how_long_jobs_waited() {
        listener.claimed(List.of(), Duration.ofMillis(3));
        listener.claimed(
                List.of(claimed("demo.run", 1, NOON.minusSeconds(40)), claimed("demo.run", 2, NOON.minusSeconds(900))),
                Duration.ofMillis(30));
        listener.started(job("demo.run", 1, NOON), Duration.ofMillis(7));

        var page = page();

        assertThat(page.value("runner_worker_claim_seconds_count")).isEqualTo(2);
        assertThat(page.value("runner_worker_claim_seconds_bucket{le=\"0.005\"}"))
                .isEqualTo(1);
        // Of the second attempt nobody knows since when it waited.
        assertThat(page.value("runner_job_wait_seconds_count{queue=\"default\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_job_wait_seconds_sum{queue=\"default\"}")).isEqualTo(40);
        assertThat(page.value("runner_job_attempts_total{attempt=\"first\",script=\"demo.run\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_job_attempts_total{attempt=\"repeated\",script=\"demo.run\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_worker_pickup_seconds_bucket{le=\"0.01\"}"))
                .isEqualTo(1);
    }

    @Test
    void ends_are_counted_by_script_and_outcome() {
        listener.ended(job("demo.run", 1, NOON), end(Transition.SUCCEED), Duration.ofSeconds(20));
        listener.ended(job("demo.run", 1, NOON), end(Transition.FAIL), Duration.ofSeconds(9));
        listener.ended(job("not on the list", 1, NOON), end(Transition.FAIL), Duration.ZERO);

        var page = page();

        assertThat(page.value("runner_job_ends_total{outcome=\"success\",script=\"demo.run\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_job_ends_total{outcome=\"failed\",script=\"demo.run\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_job_ends_total{outcome=\"failed\",script=\"other\"}"))
                .isEqualTo(1);
        assertThat(page.value("runner_job_duration_seconds_sum{script=\"demo.run\"}"))
                .isEqualTo(29);
        assertThat(page.text()).doesNotContain("not on the list");
    }

    @Test
    void mishaps_are_counted() {
        listener.adopted(job("demo.run", 1, NOON));
        listener.requeued(job("demo.run", 1, NOON));
        listener.requeued(job("demo.run", 1, NOON));
        listener.leaseLost(job("demo.run", 1, NOON));
        listener.beat();

        var page = page();

        assertThat(page.value("runner_worker_jobs_adopted_total")).isEqualTo(1);
        assertThat(page.value("runner_worker_jobs_requeued_total")).isEqualTo(2);
        assertThat(page.value("runner_worker_leases_lost_total")).isEqualTo(1);
        assertThat(page.value("runner_worker_heartbeat_age_seconds")).isBetween(0.0, 20.0);
    }

    @Test
    void an_address_that_is_taken_is_a_problem_of_the_settings() {
        var taken = new WorkerConfig(
                config.installation(),
                config.launcher(),
                1,
                false,
                0,
                JobLimits.DEFAULT,
                new WorkerConfig.Management("127.0.0.1", telemetry.port()));
        assertThatThrownBy(() -> Telemetry.start(taken, IDENTITY, pool, TestJobs.REGISTRY))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("RUNNER_WORKER_MANAGEMENT_PORT")
                .hasMessageContaining(String.valueOf(telemetry.port()));
    }

    private Exposition page() {
        return Exposition.scrape(telemetry.port());
    }

    private Worker worker() {
        var allowed = new AllowedRepoPaths(List.of());
        return Worker.start(new WorkerParts(
                IDENTITY,
                config.launcher(),
                database.config(2),
                pool,
                TestJobs.REGISTRY,
                allowed,
                logs,
                new WorkspaceProvider(WorkspaceConfig.of(logs, allowed), Map.of(), InstantSource.system()),
                InstantSource.system(),
                () -> null,
                () -> null,
                () -> {},
                listener));
    }

    private static ClaimedJob claimed(String script, int attempt, Instant available) {
        Job job = job(script, attempt, NOON, available);
        return new ClaimedJob(job, new LeaseOwner(job.id(), attempt, IDENTITY.id()));
    }

    private static Job job(String script, int attempt, Instant started) {
        return job(script, attempt, started, started);
    }

    private static Job job(String script, int attempt, Instant started, Instant available) {
        return new Job(
                new UUID(0, 1),
                new UUID(0, 2),
                script,
                "{}",
                JobStatus.RUNNING,
                "ada",
                available,
                started,
                null,
                null,
                null,
                null,
                "default",
                0,
                attempt,
                3,
                available,
                60,
                "workspace",
                null);
    }

    private static Finish end(Transition move) {
        return new Finish(move, "event", "message", null, null, null, null);
    }
}
