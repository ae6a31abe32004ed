package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What is refused, and that it is taken again once there is room. Each test has an installation of its own. */
@ExtendWith(PostgresExtension.class)
class LimitsIT {
    private final TestDatabase database;
    private final Path folder;
    private Installation installation;

    LimitsIT(TestDatabase database, @TempDir Path folder) {
        this.database = database;
        this.folder = folder;
        database.clear();
        this.installation = new Installation(database, folder, Map.of());
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    void a_person_has_twenty_jobs_waiting_and_everybody_two_hundred() {
        var replicas = List.of(installation.api(), installation.api());
        List<Person> people = IntStream.range(0, 11)
                .mapToObj(i -> Installation.person("person" + i, replicas))
                .toList();
        Person first = people.getFirst();
        // All at once, against both replicas.
        var answers = Parallel.run(22, i -> () -> first.ask("greet", "{}", ""));
        assertThat(answers).filteredOn(a -> a.status() == 201).hasSize(20);
        assertThat(answers)
                .filteredOn(a -> a.status() != 201)
                .hasSize(2)
                .allSatisfy(a -> assertThat(a.code()).isEqualTo("user_queue_full"))
                .allSatisfy(a -> assertThat(a.status()).isEqualTo(429));

        Parallel.run(180, i -> () -> people.get(1 + i / 20).run("greet", "{}"));
        Person.Answer full = people.getLast().ask("greet", "{}", "");
        assertThat(full.status()).isEqualTo(429);
        assertThat(full.code()).isEqualTo("queue_full");
        assertThat(first.job(answers.stream()
                                .filter(a -> a.status() == 201)
                                .findFirst()
                                .orElseThrow()
                                .id())
                        .path("waiting")
                        .path("reason")
                        .asText())
                .isEqualTo("no_active_worker");

        installation.worker(Map.of("RUNNER_MAX_CONCURRENCY", "8"));
        Eventually.is(
                "room in the queue",
                () -> people.getLast().ask("greet", "{}", "").status() == 201);
    }

    @Test
    void without_a_queue_a_job_runs_at_once_or_not_at_all() {
        installation = new Installation(
                database,
                folder.resolve("unqueued"),
                Map.of("RUNNER_QUEUE_ENABLED", "false", "RUNNER_MAX_CONCURRENCY", "1"));
        Person ada = Installation.person("ada", List.of(installation.api(), installation.api()));
        installation.worker();
        String gate = installation.workspace().gate("only");
        String id = ada.run("wait", "{\"gate\":\"only\"}");

        Person.Answer refused = ada.ask("greet", "{}", "");

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("runner_busy");
        installation.workspace().open(gate);
        assertThat(ada.ended(id).path("status").asText()).isEqualTo("success");
        String next = ada.run("greet", "{}");
        assertThat(ada.ended(next).path("status").asText()).isEqualTo("success");
    }

    @Test
    void while_it_is_switched_off_everything_can_be_looked_at_and_nothing_starts() {
        Person before = Installation.person("ada", List.of(installation.api()));
        String waiting = before.run("greet", "{}");
        installation.close();
        installation = new Installation(database, folder.resolve("off"), Map.of("RUNNER_ENABLED", "false"));
        Person ada = Installation.person("ada", List.of(installation.api()));
        installation.worker();

        // Told by the worker itself: it is there, it looked, and it does not want to.
        var job = Eventually.get(
                "a worker that says why it takes nothing",
                () -> ada.job(waiting),
                seen -> seen.path("waiting").path("reason").asText().equals("worker_refusing"));

        assertThat(job.path("status").asText()).isEqualTo("queued");
        assertThat(job.path("waiting").path("detail").asText()).contains("RUNNER_ENABLED");
        Person.Answer refused = ada.ask("greet", "{}", "");
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("runner_disabled");
        assertThat(ada.cancel(waiting).status()).isEqualTo(200);
    }
}
