package dev.runner.worker.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.runner.job.JobStatus;
import dev.runner.queue.LauncherLock;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class StatusCommandTest {
    private final TestDatabase database;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    StatusCommandTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void nothing_yet() {
        database.clear();
    }

    @Test
    void an_empty_installation_says_so() {
        assertThat(execute("status")).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("launcher        nobody holds the lock")
                .contains("jobs            queued 0, running 0")
                .contains("oldest waiting  none")
                .contains("No worker was seen within a day.")
                .contains("No job is running.")
                .contains("error    No worker is alive.\n         Start runner-worker;");
    }

    @Test
    void shows_launcher_workers_jobs_and_queue_to_people() throws Exception {
        UUID id = busy();
        try (var pool = database.newPool(2, LauncherLock.applicationName("w-1"));
                var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(
                    "SELECT pg_advisory_lock(%d, %d)".formatted(LauncherLock.CLASS_ID, LauncherLock.OBJECT_ID));

            assertThat(execute("status")).as(err.toString()).isZero();

            statement.execute("SELECT pg_advisory_unlock_all()");
        }
        assertThat(out.toString().lines())
                .contains("launcher        w-1")
                .contains("warning  Worker w-2 takes no jobs: RUNNER_ENABLED is false.")
                .contains("warning  Versions differ: this program is development, the workers are test.")
                .anyMatch(line -> line.startsWith("jobs            queued 1, running 1,"))
                .anyMatch(line -> line.matches("oldest waiting  [-0-9a-f]{36} \\(demo\\.run\\) for \\d+ s"))
                .anyMatch(
                        line -> line.matches("w-1 +host +test +exclusive +default,small +1 of 2 +\\d+ s ago +launcher"))
                .anyMatch(
                        line -> line.matches(
                                "w-2 +host +test +exclusive +unknown +0 of 4 +\\d+ s ago +takes nothing: RUNNER_ENABLED is false"))
                .anyMatch(line -> line.matches("w-3 .* +1 h 0 min ago +does not answer"))
                .anyMatch(line ->
                        line.matches("%s +demo\\.run +eve\\?\\[31m +running +1 min 3\\d s +1 +w-1".formatted(id)));
    }

    @Test
    void shows_the_same_to_machines() throws Exception {
        UUID id = busy();

        assertThat(execute("status", "--json")).as(err.toString()).isZero();

        JsonNode status = new ObjectMapper().readTree(out.toString());
        assertThat(status.at("/launcher_lock/held").asBoolean(true)).isFalse();
        assertThat(status.at("/launcher_lock/worker_id").isNull()).isTrue();
        assertThat(status.at("/queue_depth/queued").asInt()).isEqualTo(1);
        assertThat(status.at("/oldest_waiting/script_key").asText()).isEqualTo("demo.run");
        assertThat(status.at("/workers").findValuesAsText("id")).containsExactlyInAnyOrder("w-1", "w-2", "w-3");
        assertThat(status.at("/workers").findValuesAsText("refusing_reason")).contains("RUNNER_ENABLED is false");
        // The one that is silent has been replaced on its host.
        assertThat(status.at("/problems").findValuesAsText("code"))
                .containsExactly("worker_refusing", "version_mismatch");
        assertThat(status.at("/problems/0/hint").asText()).isNotEmpty();
        JsonNode worker = worker(status, "w-1");
        assertThat(worker.path("running").asInt()).isEqualTo(1);
        assertThat(worker.path("launcher").asBoolean(true)).isFalse();
        assertThat(worker.path("disk_free_bytes").asLong()).isEqualTo(4L << 30);
        assertThat(worker(status, "w-2").path("disk_free_bytes").isNull()).isTrue();
        JsonNode job = status.at("/running_jobs/0");
        assertThat(job.path("job_id").asText()).isEqualTo(id.toString());
        assertThat(job.path("requested_by").asText()).isEqualTo("eve\u001b[31m");
        assertThat(job.path("worker_id").asText()).isEqualTo("w-1");
        assertThat(job.path("age_seconds").asInt()).isBetween(90, 120);
    }

    @Test
    void an_empty_database_is_told_apart_from_an_idle_one() {
        database.dsl().execute("CREATE SCHEMA fresh");

        assertThat(execute("status", "--database-url", database.jdbcUrl() + "&currentSchema=fresh"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("schema is at version none").contains("run runner-worker migrate");
    }

    @Test
    void long_spans_have_two_units() {
        assertThat(StatusReport.span(59)).isEqualTo("59 s");
        assertThat(StatusReport.span(61)).isEqualTo("1 min 1 s");
        assertThat(StatusReport.span(2 * 3600 + 5 * 60)).isEqualTo("2 h 5 min");
        assertThat(StatusReport.span(50 * 3600)).isEqualTo("2 d 2 h");
    }

    /** One waits and one runs, the person's name being out to steer the terminal; three workers, one silent. */
    private UUID busy() {
        var jobs = new TestJobs(database);
        jobs.queued("ada");
        UUID id = jobs.queued("eve\u001b[31m").id();
        jobs.put(id, JobStatus.RUNNING);
        database.dsl()
                .execute("UPDATE runner_jobs SET locked_by = 'w-1', locked_until = now(), attempts = 1,"
                        + " started_at = now() - interval '90 seconds' WHERE status = 'running'");
        jobs.worker("w-1", 2, null);
        jobs.worker("w-2", 4, "RUNNER_ENABLED is false");
        jobs.worker("w-3", 1, null);
        database.dsl().execute("UPDATE runner_workers SET last_seen_at = now() - interval '1 hour' WHERE id = 'w-3'");
        database.dsl()
                .execute(
                        "UPDATE runner_workers SET disk_free_bytes = 4::bigint << 30, disk_total_bytes = 9::bigint << 30,"
                                + " disk_floor_bytes = 1 << 20, queues = '{small,default}' WHERE id = 'w-1'");
        return id;
    }

    private static JsonNode worker(JsonNode status, String id) {
        for (JsonNode worker : status.path("workers")) {
            if (worker.path("id").asText().equals(id)) {
                return worker;
            }
        }
        throw new AssertionError("no worker " + id);
    }

    private int execute(String... args) {
        return RootCommand.commandLine(Map.of("RUNNER_DATABASE_URL", database.jdbcUrl()))
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(args);
    }
}
