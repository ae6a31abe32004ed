package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.queue.LauncherLock;
import dev.runner.testing.CuttableWire;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HealthTest {
    private final TestDatabase database;
    private final TestApi api;
    private final TestJobs jobs;

    HealthTest(TestDatabase database) {
        this.database = database;
        this.api = TestApi.start(database);
        this.jobs = new TestJobs(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @BeforeEach
    void noJobs() {
        database.dsl().execute("TRUNCATE runner_jobs, runner_workers, runner_counters CASCADE");
    }

    @Test
    void a_load_balancer_needs_no_token() {
        assertThat(api.anonymous().get("/healthz").json().path("status").asText())
                .isEqualTo("ok");
        assertThat(api.anonymous().get("/readyz").json().path("status").asText())
                .isEqualTo("ok");
        assertThat(api.anonymous().get("/metrics").status()).isEqualTo(404);
    }

    @Test
    void a_load_balancer_may_ask_with_head() throws Exception {
        assertThat(head(api, "/healthz")).isEqualTo(200);
        assertThat(head(api, "/readyz")).isEqualTo(200);
        assertThat(head(api, "/api/runner/diagnostics")).isEqualTo(401);
    }

    @Test
    void without_its_database_a_replica_says_so_soon_and_recovers_by_itself() throws Exception {
        try (var wire = new CuttableWire(database);
                var replica = TestApi.start(database, Map.of("RUNNER_DATABASE_URL", wire.jdbcUrl()))) {
            assertThat(replica.as("ada").get("/api/runner/jobs").status()).isEqualTo(200);
            wire.cut();
            long start = System.nanoTime();
            assertThat(replica.anonymous().get("/readyz").status()).isEqualTo(503);
            assertThat(head(replica, "/readyz")).isEqualTo(503);
            assertThat(replica.anonymous().get("/healthz").status()).isEqualTo(200);
            var refused = replica.as("ada").get("/api/runner/jobs");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("database_unavailable");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));

            wire.mend();
            // The pool pauses for up to ten seconds between attempts to open a connection; each question waits for
            // three.
            int asked = 1;
            while (replica.anonymous().get("/readyz").status() != 200) {
                assertThat(++asked).isLessThan(8);
            }
            assertThat(replica.as("ada").get("/api/runner/jobs").status()).isEqualTo(200);
        }
    }

    @Test
    void the_management_port_has_one_page() throws Exception {
        String address = "http://127.0.0.1:" + api.server().managementPort();
        assertThat(status(HttpRequest.newBuilder(URI.create(address + "/metrics"))))
                .isEqualTo(200);
        assertThat(status(HttpRequest.newBuilder(URI.create(address + "/metrics-too"))))
                .isEqualTo(404);
        assertThat(status(HttpRequest.newBuilder(URI.create(address + "/metrics"))
                        .POST(HttpRequest.BodyPublishers.ofString("x"))))
                .isEqualTo(405);
        assertThat(status(
                        HttpRequest.newBuilder(URI.create(address + "/metrics")).HEAD()))
                .isEqualTo(200);
    }

    private static int head(TestApi replica, String path) throws IOException, InterruptedException {
        return status(HttpRequest.newBuilder(replica.uri(path)).HEAD());
    }

    private static int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    @Test
    void diagnostics_show_lock_workers_queue_and_schema() throws SQLException {
        jobs.worker("worker-1", 2, null);
        jobs.queued("ada");
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        try (var pool = database.newPool(2, LauncherLock.applicationName("worker-1"));
                var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_advisory_lock(%d, %d)".formatted(LauncherLock.CLASS_ID, LauncherLock.OBJECT_ID));
            var picture = api.as("ada").get("/api/runner/diagnostics").json();
            assertThat(picture.path("launcher_lock").path("held").asBoolean()).isTrue();
            assertThat(picture.path("launcher_lock").path("worker_id").asText()).isEqualTo("worker-1");
            assertThat(picture.path("workers").path(0).path("alive").asBoolean())
                    .isTrue();
            assertThat(picture.path("queue_depth").path("queued").asInt()).isEqualTo(1);
            assertThat(picture.path("queue_depth").path("running").asInt()).isEqualTo(1);
            assertThat(picture.path("oldest_waiting").path("job_id").asText()).isNotEmpty();
            assertThat(picture.path("schema_version").asText()).isNotEmpty();
            assertThat(picture.path("workers").path(0).path("launcher").asBoolean())
                    .isTrue();
            assertThat(picture.path("workers").path(0).path("running").asInt()).isZero();
            assertThat(picture.path("workers").path(0).path("disk_free_bytes").isNull())
                    .isTrue();
            assertThat(picture.path("api_version").asText()).isEqualTo("development");
            // The one thing that is wrong: the row calls its version "test".
            assertThat(picture.path("problems").findValuesAsText("code")).containsExactly("version_mismatch");
            assertThat(metrics()).contains("runner_scheduler_lock_acquired 1.0");
            // By hand: a session that is closed gives its locks back some time later.
            statement.execute(
                    "SELECT pg_advisory_unlock(%d, %d)".formatted(LauncherLock.CLASS_ID, LauncherLock.OBJECT_ID));
        }
        assertThat(api.as("ada")
                        .get("/api/runner/diagnostics")
                        .json()
                        .path("launcher_lock")
                        .path("held")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void diagnostics_say_what_is_wrong_and_what_to_do() {
        jobs.queued("ada");
        var problem = api.as("ada")
                .get("/api/runner/diagnostics")
                .json()
                .path("problems")
                .path(0);
        assertThat(problem.path("code").asText()).isEqualTo("no_worker");
        assertThat(problem.path("severity").asText()).isEqualTo("error");
        assertThat(problem.path("message").asText()).isEqualTo("No worker is alive, and 1 job waits.");
        assertThat(problem.path("hint").asText()).contains("Start runner-worker");
    }

    @Test
    void metrics_have_their_names_and_tell_the_truth() {
        for (JobStatus status : new JobStatus[] {JobStatus.FAILED, JobStatus.TIMEOUT, JobStatus.CANCELED}) {
            var id = jobs.queued("ada").id();
            jobs.put(id, JobStatus.RUNNING);
            jobs.put(id, status);
        }
        jobs.queued("ada");
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        assertThat(metrics())
                .contains("runner_jobs_queued 1.0")
                .contains("runner_jobs_running 1.0")
                .contains("runner_job_starts_total 4.0")
                .contains("runner_job_failures_total 1.0")
                .contains("runner_job_timeouts_total 1.0")
                .contains("runner_job_cancellations_total 1.0")
                .contains("runner_scheduler_lock_acquired 0.0");
    }

    @Test
    void without_a_queue_a_create_is_refused_when_every_slot_is_taken() {
        try (var strict =
                TestApi.start(database, Map.of("RUNNER_QUEUE_ENABLED", "false", "RUNNER_MAX_CONCURRENCY", "1"))) {
            assertThat(strict.as("ada").create().status()).isEqualTo(201);
            var refused = strict.as("ada").create();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.code()).isEqualTo("runner_busy");
        }
    }

    @Test
    void a_disabled_runner_takes_no_jobs_but_shows_them() {
        try (var off = TestApi.start(database, Map.of("RUNNER_ENABLED", "false"))) {
            var refused = off.as("ada").create();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.code()).isEqualTo("runner_disabled");
            assertThat(off.as("ada").get("/api/runner/jobs").status()).isEqualTo(200);
        }
    }

    private String metrics() {
        return TestClient.text("http://127.0.0.1:" + api.server().managementPort() + "/metrics");
    }
}
