package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two processes on one database: whatever one was told, the other knows. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReplicasTest {
    private static final String JOBS = "/api/runner/jobs";

    private final TestDatabase database;
    private final Path logs;
    private final List<ApiProcess> replicas;
    private final List<String> firstLogin;
    private int turn;

    ReplicasTest(TestDatabase database, @TempDir Path logs) {
        this.database = database;
        this.logs = logs;
        Map<String, String> settings = TestApi.settings(database, logs);
        this.firstLogin = ApiProcess.run(settings, "first-login").lines();
        this.replicas = Parallel.run(2, i -> () -> ApiProcess.start(settings));
    }

    @AfterAll
    void stop() {
        replicas.forEach(ApiProcess::close);
    }

    @BeforeEach
    void noJobs() {
        database.dsl().execute("TRUNCATE runner_jobs CASCADE");
    }

    /** The other one each time. */
    private ApiProcess next() {
        return replicas.get(turn++ % replicas.size());
    }

    @Test
    void a_whole_story_alternates_between_them() throws IOException {
        String username = value("username: ");
        String password = value("password: ");
        var login = next().withToken("")
                .post("/api/auth/login", "{\"username\":\"%s\",\"password\":\"%s\"}".formatted(username, password));
        assertThat(login.status()).isEqualTo(200);
        String token = login.json().path("access_token").asText();

        assertThat(next().withToken(token)
                        .get("/api/auth/me")
                        .json()
                        .path("username")
                        .asText())
                .isEqualTo(username);
        var first = next().withToken(token).with("Idempotency-Key", "story").create();
        assertThat(first.status()).isEqualTo(201);
        var repeat = next().withToken(token).with("Idempotency-Key", "story").create();
        assertThat(repeat.status()).isEqualTo(200);
        assertThat(repeat.id()).isEqualTo(first.id());
        String job = JOBS + "/" + first.id();
        assertThat(next().withToken(token).get(job).json().path("status").asText())
                .isEqualTo("queued");

        Files.writeString(logs.resolve(first.id() + ".log"), "one sk-secret two\nthree\n");
        var page = next().withToken(token).get(job + "/logs?limit=10");
        var rest = next().withToken(token)
                .get(job + "/logs?offset=" + page.json().path("next_offset").asLong());
        assertThat(page.json().path("content").asText()
                        + rest.json().path("content").asText())
                .startsWith("one [REDACTED] two\n");

        assertThat(next().withToken(token).post(job + "/cancel", "").status()).isEqualTo(200);
        assertThat(next().withToken(token).post(job + "/cancel", "").status()).isEqualTo(409);
        var retry = next().withToken(token).post(job + "/retry", "");
        assertThat(retry.status()).isEqualTo(201);
        assertThat(next().withToken(token).get(JOBS).json().path("total").asInt())
                .isEqualTo(2);

        assertThat(next().withToken(token)
                        .with("X-Requested-With", "test")
                        .post("/api/auth/logout", "")
                        .status())
                .isEqualTo(204);
        assertThat(next().withToken(token).get("/api/auth/me").status()).isEqualTo(401);
        assertThat(next().withToken(token).get("/api/auth/me").status()).isEqualTo(401);
    }

    @Test
    void a_thousand_creates_with_one_key_are_one_job() {
        String body = replicas.getFirst().as("ada").jobBody("nb.stage", "{}");
        var answers = Parallel.run(
                1000,
                i -> () -> replicas.get(i % 2)
                        .as("ada")
                        .with("Idempotency-Key", "the-one")
                        .post(JOBS, body));
        assertThat(answers).extracting(TestClient.Answer::status).containsOnly(200, 201);
        assertThat(answers).filteredOn(a -> a.status() == 201).hasSize(1);
        assertThat(answers)
                .extracting(TestClient.Answer::id)
                .containsOnly(answers.getFirst().id());
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void sixty_four_clients_never_get_past_the_limits() {
        String body = replicas.getFirst().as("ada").jobBody("nb.stage", "{}");
        // 64 clients, 16 people, 6 requests each: 384 asked for, 200 allowed.
        var answers = Parallel.run(64, client -> () -> {
            var statuses = new java.util.ArrayList<Integer>();
            for (int i = 0; i < 6; i++) {
                statuses.add(replicas.get((client + i) % 2)
                        .as("person" + client % 16)
                        .post(JOBS, body)
                        .status());
            }
            return statuses;
        });
        var statuses = answers.stream().flatMap(List::stream).toList();
        assertThat(statuses).containsOnly(201, 429);
        assertThat(statuses).filteredOn(s -> s == 201).hasSize(200);
        assertThat(count()).isEqualTo(200);
    }

    @Test
    void sixty_four_clients_of_one_person_get_what_one_person_may_have() {
        String body = replicas.getFirst().as("ada").jobBody("nb.stage", "{}");
        var statuses = Parallel.run(
                64,
                client -> () ->
                        replicas.get(client % 2).as("ada").post(JOBS, body).status());
        assertThat(statuses).containsOnly(201, 429);
        assertThat(statuses).filteredOn(s -> s == 201).hasSize(20);
        assertThat(count()).isEqualTo(20);
    }

    private int count() {
        return database.dsl().fetchCount(database.dsl().selectFrom("runner_jobs"));
    }

    private String value(String name) {
        return firstLogin.stream()
                .filter(line -> line.startsWith(name))
                .map(line -> line.substring(name.length()))
                .findFirst()
                .orElseThrow();
    }
}
