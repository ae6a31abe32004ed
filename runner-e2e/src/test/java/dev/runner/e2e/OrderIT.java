package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which job starts when, and how many at once: a worker with two slots. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OrderIT {
    private static final int CAP = 2;
    private static final int MANY = 18;

    /** Claims and ends as the database saw them, one after the other; each changes how many are active. */
    private static final String MOST_AT_ONCE = """
            SELECT max(active) FROM (
                SELECT sum(CASE event_type WHEN 'job_claimed' THEN 1 ELSE -1 END) OVER (ORDER BY id) AS active
                FROM runner_job_events WHERE event_type IN (
                    'job_claimed', 'job_succeeded', 'job_failed', 'job_timeout', 'job_canceled')) counted""";

    private final TestDatabase database;
    private final Installation installation;
    private final Workspace workspace;
    private final Person ada;

    OrderIT(TestDatabase database, @TempDir Path folder) {
        this.database = database;
        this.installation = new Installation(database, folder, Map.of("RUNNER_MAX_CONCURRENCY", String.valueOf(CAP)));
        this.workspace = installation.workspace();
        Daemon api = installation.api();
        installation.worker();
        this.ada = Installation.person("ada", List.of(api));
    }

    @AfterAll
    void stop() {
        installation.close();
    }

    @Test
    void there_are_never_more_at_once_than_allowed() {
        var jobs = new ArrayList<String>();
        for (int i = 0; i < MANY; i++) {
            jobs.add(ada.run("note", "{\"file\":\"many\",\"name\":\"job%d\"}".formatted(i)));
        }
        jobs.forEach(id -> assertThat(ada.ended(id).path("status").asText()).isEqualTo("success"));

        int running = 0;
        int most = 0;
        for (String line : workspace.started("many")) {
            running += line.startsWith("+") ? 1 : -1;
            most = Math.max(most, running);
        }
        assertThat(workspace.started("many")).hasSize(2 * MANY).doesNotHaveDuplicates();
        assertThat(most).isBetween(1, CAP);
        assertThat(database.dsl().fetchSingle(MOST_AT_ONCE).get(0, Integer.class))
                .isEqualTo(CAP);
    }

    /** Both slots are taken until one of them is opened; the other then is the only one that takes what waits. */
    @Test
    void jobs_start_in_the_order_they_came_unless_one_is_more_urgent() {
        String held = taken("held_order");
        String free = taken("free_order");
        var waiting = new ArrayList<String>();
        for (String name : List.of("first", "second", "third")) {
            waiting.add(note(name, ""));
        }
        waiting.add(note("later", ",\"priority\":-5"));
        waiting.add(note("urgent", ",\"priority\":7"));
        waiting.add(note("most_urgent", ",\"priority\":100"));
        assertThat(ada.job(waiting.getLast()).path("waiting").path("position").asInt())
                .isEqualTo(1);
        assertThat(ada.job(waiting.get(3)).path("waiting").path("position").asInt())
                .isEqualTo(6);

        workspace.open(free);
        waiting.forEach(ada::ended);

        assertThat(workspace.started("order"))
                .filteredOn(line -> line.startsWith("+"))
                .containsExactly("+most_urgent", "+urgent", "+first", "+second", "+third", "+later");
        workspace.open(held);
    }

    @Test
    void a_job_does_not_start_before_its_time() {
        Instant time = Instant.now().plus(Duration.ofSeconds(2));
        String id = ada.run("greet", "{}", ",\"not_before\":\"%s\"".formatted(time));
        assertThat(ada.job(id).path("waiting").path("reason").asText()).isEqualTo("not_before");

        var job = ada.ended(id);

        assertThat(job.path("status").asText()).isEqualTo("success");
        assertThat(Instant.parse(job.path("started_at").asText()))
                .isAfterOrEqualTo(Instant.parse(job.path("available_at").asText()));
    }

    @Test
    void a_script_at_its_own_limit_waits_and_holds_up_nobody() {
        String gate = workspace.gate("alone");
        String next = workspace.gate("alone_next");
        String first = ada.run("wait.alone", "{\"gate\":\"alone\"}");
        ada.logWith("waits at alone", first);
        String second = ada.run("wait.alone", "{\"gate\":\"alone_next\"}");
        String behind = ada.run("greet", "{}");

        assertThat(ada.ended(behind).path("status").asText()).isEqualTo("success");

        var waiting = ada.job(second);
        assertThat(waiting.path("status").asText()).isEqualTo("queued");
        assertThat(waiting.path("waiting").path("reason").asText()).isEqualTo("script_limit");
        workspace.open(gate);
        workspace.open(next);
        assertThat(ada.ended(second).path("status").asText()).isEqualTo("success");
        assertThat(Person.events(ada.job(first))).endsWith("job_succeeded");
    }

    /** A job that runs, and goes on running until its gate is opened. */
    private String taken(String gate) {
        workspace.gate(gate);
        String id = ada.run("wait", "{\"gate\":\"%s\"}".formatted(gate));
        ada.logWith("waits at " + gate, id);
        return gate;
    }

    private String note(String name, String more) {
        return ada.run("note", "{\"file\":\"order\",\"name\":\"%s\"}".formatted(name), more);
    }
}
