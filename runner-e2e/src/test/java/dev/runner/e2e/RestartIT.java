package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are killed or told to stop, with a job in hand. Each test has a worker of its own, and leaves none. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RestartIT {
    private final Installation installation;
    private final Workspace workspace;
    private final Person ada;

    @SuppressWarnings("NullAway.Init") // before each test
    private Daemon worker;

    RestartIT(TestDatabase database, @TempDir Path folder) {
        this.installation = new Installation(database, folder, Map.of());
        this.workspace = installation.workspace();
        Daemon api = installation.api();
        this.ada = Installation.person("ada", List.of(api));
    }

    @BeforeEach
    void a_worker() {
        worker = installation.worker();
    }

    @AfterEach
    void no_worker() {
        worker.kill();
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    void a_job_goes_on_when_its_worker_is_killed_and_the_next_one_adopts_it() {
        String gate = workspace.gate("killed");
        String id = started("killed", 7);
        long process = workspace.processes("killed", 1).getFirst();

        worker.kill();
        assertThat(JobProcesses.isAlive(process)).isTrue();
        worker = installation.worker();
        ada.after("job_adopted", id);

        assertThat(JobProcesses.isAlive(process)).isTrue();
        assertThat(ada.status(id)).isEqualTo("running");
        workspace.open(gate);
        JsonNode job = ada.ended(id);
        assertThat(job.path("status").asText()).isEqualTo("failed");
        assertThat(job.path("exit_code").asInt()).isEqualTo(7);
        assertThat(Person.events(job)).containsExactly("job_created", "job_claimed", "job_adopted", "job_failed");
        onlyStartedOnce(job, "killed");
    }

    @Test
    void the_end_of_a_job_that_nobody_watched_is_recorded_as_it_was() {
        String gate = workspace.gate("unwatched");
        String id = started("unwatched", 0);
        worker.kill();

        workspace.open(gate);
        Eventually.is("the end of its processes", () -> JobProcesses.of(id).isEmpty());
        Instant over = Instant.now();
        worker = installation.worker();

        JsonNode job = ada.ended(id);
        assertThat(job.path("status").asText()).isEqualTo("success");
        assertThat(job.path("exit_code").asInt(-1)).isZero();
        assertThat(Instant.parse(job.path("finished_at").asText()))
                .as("when it ended, not when that was noticed")
                .isBeforeOrEqualTo(over);
        assertThat(ada.logText(id)).endsWith("passed unwatched\n");
        onlyStartedOnce(job, "unwatched");
    }

    @Test
    void a_job_that_is_canceled_while_no_worker_lives_is_ended_by_the_next_one() {
        workspace.gate("orphan");
        String id = started("orphan", 0);
        worker.kill();

        assertThat(ada.cancel(id).status()).isEqualTo(202);
        assertThat(ada.status(id)).isEqualTo("cancel_requested");
        worker = installation.worker();

        assertThat(ada.ended(id).path("status").asText()).isEqualTo("canceled");
        assertThat(ada.logText(id)).endsWith("asked to end\n");
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void a_worker_that_is_told_to_stop_leaves_its_jobs_to_the_next_one() {
        String gate = workspace.gate("drained");
        String id = started("drained", 5);
        long process = workspace.processes("drained", 1).getFirst();

        assertThat(worker.terminate()).as(installation.said()).isZero();

        assertThat(JobProcesses.isAlive(process)).isTrue();
        assertThat(ada.status(id)).isEqualTo("running");
        String waiting = ada.run("greet", "{}");
        worker = installation.worker();
        ada.after("job_adopted", id);
        workspace.open(gate);
        assertThat(ada.ended(id).path("exit_code").asInt()).isEqualTo(5);
        assertThat(ada.ended(waiting).path("status").asText()).isEqualTo("success");
        onlyStartedOnce(ada.job(id), "drained");
    }

    @Test
    void or_cancels_them_if_that_is_how_it_was_set_up() {
        worker.terminate();
        worker = installation.worker(Map.of("RUNNER_DRAIN", "false"));
        workspace.gate("undrained");
        String id = started("undrained", 0);

        assertThat(worker.terminate()).as(installation.said()).isZero();

        JsonNode job = ada.job(id);
        assertThat(job.path("status").asText()).isEqualTo("canceled");
        assertThat(Person.events(job))
                .containsExactly("job_created", "job_claimed", "job_cancel_requested", "job_canceled");
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    /** A job that waits at the gate of this name. */
    private String started(String gate, int code) {
        String id = ada.run("wait", "{\"gate\":\"%s\",\"code\":%d}".formatted(gate, code));
        ada.logWith("waits at " + gate, id);
        // Known to the database as well, so that nothing of the start is still on its way.
        Eventually.is(
                "a noted start",
                () -> ada.job(id)
                        .path("attempt_history")
                        .path(0)
                        .path("dispatch_status")
                        .asText()
                        .equals("dispatch_confirmed"));
        return id;
    }

    private void onlyStartedOnce(JsonNode job, String gate) {
        assertThat(workspace.started(gate)).hasSize(1);
        assertThat(job.path("attempts").asInt()).isEqualTo(1);
        assertThat(job.path("attempt_history")).hasSize(1);
    }
}
