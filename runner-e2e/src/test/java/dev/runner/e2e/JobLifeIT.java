package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What a job goes through, with two replicas and a worker; the tests share them and run at the same time. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class JobLifeIT {
    /** R0's ten seconds between SIGTERM and SIGKILL. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final TestDatabase database;
    private final Installation installation;
    private final Workspace workspace;
    private final Person ada;

    JobLifeIT(TestDatabase database, @TempDir Path folder) {
        this.database = database;
        this.installation = new Installation(database, folder, Map.of("RUNNER_MAX_CONCURRENCY", "16"));
        this.workspace = installation.workspace();
        var replicas = List.of(installation.api(), installation.api());
        installation.worker();
        this.ada = Installation.person("ada", replicas);
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    void a_job_succeeds() {
        String id = ada.run("greet", "{\"name\":\"Ada\"}");

        JsonNode job = ada.ended(id);

        assertThat(job.path("status").asText()).as(installation.said()).isEqualTo("success");
        assertThat(job.path("exit_code").asInt(-1)).isZero();
        assertThat(job.path("error_message").isNull()).isTrue();
        assertThat(Person.events(job)).containsExactly("job_created", "job_claimed", "job_succeeded");
        assertThat(Person.texts(job.path("events"), "actor")).containsExactly("ada", "system", "system");
        JsonNode log = ada.log(id);
        assertThat(log.path("content").asText())
                .isEqualTo("hello Ada\nand this is stderr\nin workspace as job %s\n".formatted(id));
        assertThat(log.path("is_complete").asBoolean()).isTrue();
        assertThat(job.path("attempt_history")).singleElement().satisfies(attempt -> {
            assertThat(attempt.path("attempt").asInt()).isEqualTo(1);
            assertThat(attempt.path("exit_code").asInt(-1)).isZero();
            assertThat(attempt.path("dispatch_status").asText()).isEqualTo("dispatch_confirmed");
            assertThat(List.of(
                            time(job, "created_at"),
                            time(job, "started_at"),
                            time(attempt, "started_at"),
                            time(job, "finished_at")))
                    .isSorted();
            assertThat(time(attempt, "finished_at")).isEqualTo(time(job, "finished_at"));
        });
    }

    @Test
    void a_job_fails_with_its_own_exit_code() {
        String id = ada.run("fail", "{\"code\":42}");

        JsonNode job = ada.ended(id);

        assertThat(job.path("status").asText()).isEqualTo("failed");
        assertThat(job.path("exit_code").asInt()).isEqualTo(42);
        assertThat(job.path("error_message").asText()).contains("42");
        assertThat(Person.events(job)).containsExactly("job_created", "job_claimed", "job_failed");
        assertThat(ada.logText(id)).isEqualTo("about to fail\n");
    }

    @Test
    void a_failed_job_is_retried_as_a_job_of_its_own() {
        String first = ada.run("fail", "{\"code\":3}");
        ada.ended(first);

        Person.Answer answer = ada.retry(first);

        assertThat(answer.status()).isEqualTo(201);
        assertThat(answer.id()).isNotEqualTo(first);
        JsonNode second = ada.ended(answer.id());
        assertThat(second.path("retry_of").asText()).isEqualTo(first);
        assertThat(second.path("exit_code").asInt()).isEqualTo(3);
        assertThat(ada.status(first)).isEqualTo("failed");
    }

    @Test
    void a_script_that_asks_for_it_is_started_again_after_a_failed_exit() {
        String id = ada.run("flaky", "{\"name\":\"flaky\"}");

        JsonNode job = ada.ended(id);

        assertThat(job.path("status").asText()).isEqualTo("success");
        assertThat(Person.events(job))
                .containsExactly(
                        "job_created", "job_claimed", "attempt_failed", "job_requeued", "job_claimed", "job_succeeded");
        assertThat(job.path("attempt_history")).hasSize(2);
        assertThat(workspace.started("flaky")).hasSize(2);
        assertThat(ada.logText(id)).isEqualTo("start number 1\n--- attempt 2 ---\nstart number 2\n");
    }

    @Test
    void a_log_can_be_read_while_the_job_runs() {
        String gate = workspace.gate("live");
        String id = ada.run("wait", "{\"gate\":\"live\"}");

        JsonNode early = ada.logWith("waits at live", id);

        assertThat(early.path("is_complete").asBoolean()).isFalse();
        assertThat(ada.status(id)).isEqualTo("running");
        workspace.open(gate);
        ada.ended(id);
        JsonNode whole = ada.log(id);
        assertThat(whole.path("is_complete").asBoolean()).isTrue();
        assertThat(whole.path("content").asText())
                .startsWith(early.path("content").asText())
                .endsWith("passed live\n");
    }

    @Test
    void a_queued_job_is_canceled_and_never_starts() {
        workspace.gate("never");
        String id = ada.run("wait", "{\"gate\":\"never\"}", ",\"not_before\":\"2099-01-01T00:00:00Z\"");
        assertThat(ada.job(id).path("waiting").path("reason").asText()).isEqualTo("not_before");

        assertThat(ada.cancel(id).status()).isEqualTo(200);

        JsonNode job = ada.job(id);
        assertThat(job.path("status").asText()).isEqualTo("canceled");
        assertThat(Person.events(job)).containsExactly("job_created", "job_canceled");
        assertThat(ada.cancel(id).status()).isEqualTo(409);
        assertThat(workspace.started("never")).isEmpty();
    }

    @Test
    void a_running_job_is_asked_to_end_as_soon_as_it_is_canceled() {
        workspace.gate("cancel");
        String id = ada.run("wait", "{\"gate\":\"cancel\"}");
        ada.logWith("waits at cancel", id);

        Person.Answer answer = ada.cancel(id);

        assertThat(answer.status()).isEqualTo(202);
        assertThat(ada.cancel(id).status()).as("again, or just too late").isIn(202, 409);
        JsonNode job = ada.ended(id);
        assertThat(job.path("status").asText()).isEqualTo("canceled");
        assertThat(job.path("exit_code").asInt()).isEqualTo(143);
        assertThat(Person.events(job))
                .containsExactly("job_created", "job_claimed", "job_cancel_requested", "job_canceled");
        assertThat(ada.logText(id)).endsWith("asked to end\n");
        assertThat(took(job, "job_cancel_requested", "job_canceled")).isLessThan(GRACE.dividedBy(2));
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void a_job_that_ignores_being_asked_is_killed_after_the_grace_period() {
        workspace.gate("stubborn");
        String id = ada.run("stubborn", "{\"gate\":\"stubborn\"}");
        ada.logWith("stays", id);

        ada.cancel(id);

        JsonNode job = ada.ended(id);
        assertThat(job.path("status").asText()).isEqualTo("canceled");
        assertThat(job.path("exit_code").asInt()).isEqualTo(137);
        assertThat(ada.logText(id)).contains("asked to end, and does not");
        assertThat(took(job, "job_cancel_requested", "job_canceled")).isBetween(GRACE, GRACE.plusSeconds(10));
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void a_job_that_runs_too_long_is_ended() {
        workspace.gate("too_long");
        String id = ada.run("wait.briefly", "{\"gate\":\"too_long\"}");

        JsonNode job = ada.ended(id);

        assertThat(job.path("status").asText()).isEqualTo("timeout");
        assertThat(Person.events(job)).containsExactly("job_created", "job_claimed", "job_timeout");
        assertThat(job.path("error_message").asText()).contains("1 s");
        assertThat(ada.logText(id)).endsWith("asked to end\n");
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void a_job_may_ask_for_less_time_than_its_script_has() {
        workspace.gate("less_time");
        String id = ada.run("wait", "{\"gate\":\"less_time\"}", ",\"timeout_seconds\":1");

        assertThat(ada.ended(id).path("status").asText()).isEqualTo("timeout");
    }

    @Test
    void a_cancel_ends_everything_a_job_has_scattered() {
        workspace.gate("scatter");
        String id = ada.run("scatter", "{\"gate\":\"scatter\"}");
        ada.logWith("scattered", id);
        List<Long> scattered = workspace.processes("scatter", 3);

        ada.cancel(id);

        assertThat(ada.ended(id).path("status").asText()).isEqualTo("canceled");
        assertThat(scattered).noneMatch(JobProcesses::isAlive);
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void so_does_the_end_of_its_own_process() {
        String gate = workspace.gate("scatter_end");
        String id = ada.run("scatter", "{\"gate\":\"scatter_end\"}");
        ada.logWith("scattered", id);
        List<Long> scattered = workspace.processes("scatter_end", 3);

        workspace.open(gate);

        assertThat(ada.ended(id).path("status").asText()).isEqualTo("success");
        assertThat(scattered).noneMatch(JobProcesses::isAlive);
        assertThat(JobProcesses.of(id)).isEmpty();
    }

    @Test
    void a_row_that_was_tampered_with_fails_and_starts_nothing() {
        workspace.gate("tampered");
        String later = ",\"not_before\":\"2099-01-01T00:00:00Z\"";
        String script = ada.run("wait", "{\"gate\":\"tampered\"}", later);
        String argument = ada.run("wait", "{\"gate\":\"tampered\"}", later);
        String smuggled = "{\"gate\": \"tampered\", \"code\": \"0; touch pwned\"}";

        tamper(script, "script_key = 'rm.everything'");
        tamper(argument, "args_json = '%s'".formatted(smuggled));

        JsonNode unknown = ada.ended(script);
        JsonNode invalid = ada.ended(argument);
        assertThat(unknown.path("status").asText()).isEqualTo("failed");
        assertThat(unknown.path("error_message").asText()).contains("rm.everything", "whitelist");
        assertThat(invalid.path("status").asText()).isEqualTo("failed");
        assertThat(invalid.path("error_message").asText()).contains("arguments are not allowed", "code");
        for (JsonNode job : List.of(unknown, invalid)) {
            assertThat(Person.events(job)).containsExactly("job_created", "job_claimed", "job_failed");
            assertThat(job.path("exit_code").isNull()).isTrue();
            assertThat(job.path("attempt_history").path(0).path("started_at").isNull())
                    .isTrue();
        }
        assertThat(workspace.started("tampered")).isEmpty();
    }

    private void tamper(String id, String change) {
        database.dsl().execute("UPDATE runner_jobs SET %s, available_at = now() WHERE id = '%s'".formatted(change, id));
    }

    private static Instant time(JsonNode node, String field) {
        return Instant.parse(node.path(field).asText());
    }

    /** Between two events, by the database's clock. */
    private static Duration took(JsonNode job, String from, String to) {
        List<String> types = Person.events(job);
        return Duration.between(
                time(job.path("events").path(types.indexOf(from)), "created_at"),
                time(job.path("events").path(types.indexOf(to)), "created_at"));
    }
}
