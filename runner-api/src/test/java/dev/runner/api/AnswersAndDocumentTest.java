package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.account.Accounts;
import dev.runner.account.LoginLimits;
import dev.runner.account.PasswordCost;
import dev.runner.account.Passwords;
import dev.runner.api.TestClient.Answer;
import dev.runner.api.openapi.ApiDocument;
import dev.runner.api.openapi.ApiDocument.Operation;
import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A running server's answers, each held against the document by {@link TestApi}. Here each operation is called until
 * every success that the document promises was seen, and one problem of each status.
 */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswersAndDocumentTest {
    private static final ApiDocument DOCUMENT = ApiDocument.read();
    private static final String JOBS = "/api/runner/jobs";
    private static final String PASSWORD = "correct horse battery staple";

    private final TestDatabase database;
    private final TestApi api;
    private final TestJobs jobs;
    private final Set<String> seen = new TreeSet<>();

    AnswersAndDocumentTest(TestDatabase database) {
        this.database = database;
        this.api = TestApi.start(database);
        this.jobs = new TestJobs(database);
        database.dsl().execute("UPDATE runner_repos SET enabled = false WHERE name LIKE 'repo-%'");
        var passwords = new Passwords(new PasswordCost(64, 1, 1), 1);
        Accounts.on(database.dataSource(), passwords, LoginLimits.DEFAULT)
                .users()
                .create("ada", PASSWORD, false);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @BeforeEach
    void noJobs() {
        database.dsl().execute("TRUNCATE runner_jobs, runner_workers, runner_login_failures CASCADE");
        seen.clear();
    }

    @Test
    void every_documented_success_is_real() throws IOException {
        lookAround();
        askForJobs();
        readLogs();
        comeAndGo();
        manageTokens();
        manageUsers();
        var promised = new TreeSet<String>();
        for (Operation operation : DOCUMENT.operations()) {
            operation.node().path("responses").fieldNames().forEachRemaining(status -> {
                if (status.startsWith("2")) {
                    promised.add(operation.id() + " " + status);
                }
            });
        }
        assertThat(seen).isEqualTo(promised);
    }

    private void lookAround() {
        see(200, api.anonymous().get("/healthz"));
        see(200, api.anonymous().get("/readyz"));
        see(200, api.anonymous().get("/api/openapi.json"));
        see(200, api.as("bob").get("/api/runner/scripts"));
        see(200, api.as("bob").get("/api/runner/repos"));
        see(200, api.as("bob").get("/api/runner/diagnostics"));
        see(200, api.as("bob").get("/api/runner/stats"));
        see(200, api.as("bob").get("/api/runner/job-counts"));
        see(200, api.as("bob").get("/api/runner/people"));
        see(200, api.as("bob").post("/api/runner/scripts/nb.stage/command", "{}"));
    }

    private void askForJobs() {
        var created = see(201, api.as("bob").with("Idempotency-Key", "k").create());
        see(200, api.as("bob").with("Idempotency-Key", "k").create());
        see(200, api.as("bob").get(JOBS + "/" + created.id()));
        see(200, api.as("bob").post(JOBS + "/" + created.id() + "/cancel", ""));
        see(201, api.as("bob").with("Idempotency-Key", "r").post(JOBS + "/" + created.id() + "/retry", ""));
        see(200, api.as("bob").with("Idempotency-Key", "r").post(JOBS + "/" + created.id() + "/retry", "{}"));
        var running = see(201, api.as("bob").create());
        jobs.put(TestApi.uuid(running), JobStatus.RUNNING);
        see(202, api.as("bob").post(JOBS + "/" + running.id() + "/cancel", ""));
        see(200, api.as("bob").get(JOBS));
    }

    private void readLogs() throws IOException {
        String id = see(201, api.as("bob").create()).id();
        Files.writeString(api.logOf(id), "one\ntwo sk-abcdefghijklmnopqrstuvwxyz\nthree\n");
        see(200, api.as("bob").get(JOBS + "/" + id + "/logs"));
        see(200, api.as("bob").get(JOBS + "/" + id + "/logs/rows?tail=2"));
        see(200, api.as("bob").get(JOBS + "/" + id + "/logs/first-error"));
        see(200, api.as("bob").get(JOBS + "/" + id + "/logs/download"));
        var search = see(200, api.as("bob").get(JOBS + "/" + id + "/logs/search?q=t"));
        assertThat(search.json().path("hits")).isNotEmpty();
    }

    private void comeAndGo() {
        String cookie = login(PASSWORD).header("Set-Cookie").split(";", 2)[0];
        var refreshed = see(
                200,
                api.anonymous()
                        .with("Cookie", cookie)
                        .with("X-Requested-With", "test")
                        .post("/api/auth/refresh", ""));
        String bearer = "Bearer " + refreshed.json().path("access_token").asText();
        see(200, api.anonymous().with("Authorization", bearer).get("/api/auth/me"));
        String change = "{\"current_password\":\"%s\",\"new_password\":\"%s\"}".formatted(PASSWORD, PASSWORD);
        see(204, api.anonymous().with("Authorization", bearer).post("/api/auth/password", change));
        see(204, api.anonymous().with("Authorization", bearer).post("/api/auth/logout", ""));
        String again = "Bearer " + login(PASSWORD).json().path("access_token").asText();
        see(204, api.anonymous().with("Authorization", again).post("/api/auth/logout-everywhere", ""));
    }

    private Answer login(String password) {
        var body = "{\"username\":\"ada\",\"password\":\"%s\"}".formatted(password);
        return see(200, api.anonymous().post("/api/auth/login", body));
    }

    private void manageTokens() {
        String id = see(201, api.as("bob").post("/api/auth/tokens", "{\"name\":\"n\",\"expires_in_days\":1}"))
                .id();
        see(200, api.as("bob").get("/api/auth/tokens"));
        see(
                204,
                api.as("bob")
                        .send(HttpRequest.newBuilder(api.uri("/api/auth/tokens/" + id))
                                .DELETE()));
    }

    private void manageUsers() {
        TestClient administrator = api.administrator();
        String id = see(201, administrator.post("/api/auth/users", "{\"username\":\"grace\"}"))
                .id();
        see(200, administrator.get("/api/auth/users"));
        see(200, administrator.post("/api/auth/users/" + id + "/reset-password", ""));
        see(200, disable(administrator, id));
    }

    private Answer disable(TestClient administrator, String user) {
        return administrator
                .with("Content-Type", "application/json")
                .send(HttpRequest.newBuilder(api.uri("/api/auth/users/" + user))
                        .method("PATCH", HttpRequest.BodyPublishers.ofString("{\"disabled\":true}")));
    }

    @Test
    void a_job_is_as_documented_in_every_state() {
        jobs.worker("w-1", 2, "the disk is full");
        for (JobStatus status : JobStatus.values()) {
            UUID id = jobs.queued("bob").id();
            jobs.put(id, status);
            attempt(id, status);
            var detail = api.as("bob").get(JOBS + "/" + id).json();
            assertThat(detail.path("status").asText()).isEqualTo(status.text());
            assertThat(detail.path("attempt_history")).hasSize(1);
            assertThat(detail.path("events")).isNotEmpty();
        }
        assertThat(api.as("bob").get(JOBS).json().path("total").asInt()).isEqualTo(JobStatus.values().length);
        var diagnostics = api.as("bob").get("/api/runner/diagnostics").json();
        assertThat(diagnostics.path("workers")).hasSize(1);
        assertThat(diagnostics.path("oldest_waiting").isObject()).isTrue();
    }

    private void attempt(UUID id, JobStatus status) {
        if (status.isTerminal()) {
            database.dsl().execute("UPDATE runner_jobs SET exit_code = 137, error_message = 'x' WHERE id = ?", id);
        }
        database.dsl().execute("""
                INSERT INTO runner_job_attempts (job_id, attempt, worker_id, selected_provider, final_provider,
                    dispatch_status, fallback_attempted, fallback_reason, started_at, finished_at, exit_code, result_json)
                VALUES (?, 1, 'w-1', 'docker', 'workspace', 'fallback_started', true, 'create_failed', now(), now(), 137,
                    '{"contract_version": "v1", "status": "failed", "exit_code": 137,
                      "started_at": "2026-01-01T00:00:00Z", "finished_at": "2026-01-01T00:00:01Z",
                      "error": {"code": "execution_error", "message": "killed"}, "provider_metadata": {}}')""", id);
    }

    @Test
    void problems_of_every_status_are_as_documented() {
        see(400, api.as("bob").post(JOBS, "{\"shell\":\"rm\"}"));
        see(400, api.as("bob").post(JOBS, "{"));
        see(400, api.as("bob").get("/api/runner/diagnostics?verbose=true"));
        see(401, api.anonymous().get(JOBS));
        see(401, api.anonymous().post("/api/auth/refresh", ""));
        see(403, api.anonymous().with("Cookie", "runner_refresh=x").post("/api/auth/refresh", ""));
        see(403, api.as("bob").post("/api/auth/password", "{}"));
        see(404, api.as("bob").get(JOBS + "/x"));
        see(403, api.as("bob").get("/api/auth/users"));
        see(403, api.as("bob").post("/api/auth/logout-everywhere", ""));
        see(404, api.as("bob").post("/api/runner/scripts/none/command", "{}"));
        TestClient administrator = api.administrator();
        see(409, administrator.post("/api/auth/users", "{\"username\":\"ada\"}"));
        see(404, disable(administrator, "nobody"));
        String last = administrator.get("/api/auth/users").json().path("items").findParents("username").stream()
                .filter(user -> user.path("administrator").booleanValue())
                .findFirst()
                .orElseThrow()
                .path("id")
                .asText();
        see(409, disable(administrator, last));
        see(413, api.as("bob").post(JOBS, "x".repeat(300_000)));
        see(415, api.as("bob").with("Content-Type", "text/plain").post(JOBS, "{}"));
        UUID done = jobs.queued("bob").id();
        jobs.put(done, JobStatus.SUCCESS);
        see(409, api.as("bob").post(JOBS + "/" + done + "/cancel", ""));
        for (int i = 0; i < 5; i++) {
            see(401, wrongLogin());
        }
        see(429, wrongLogin());
        for (int i = 0; i < 20; i++) {
            jobs.queued("bob");
        }
        see(429, api.as("bob").create());
        var unknownMethod =
                api.as("bob").send(HttpRequest.newBuilder(api.uri("/healthz")).DELETE());
        assertThat(unknownMethod.status()).isEqualTo(405);
    }

    private Answer wrongLogin() {
        return api.anonymous().post("/api/auth/login", "{\"username\":\"ada\",\"password\":\"wrong\"}");
    }

    @Test
    void a_runner_that_is_switched_off_says_so() {
        try (var off = TestApi.start(database, Map.of("RUNNER_ENABLED", "false"))) {
            assertThat(off.as("bob").create().code()).isEqualTo("runner_disabled");
        }
    }

    private Answer see(int status, Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        var request = answer.response().request();
        Operation operation =
                DOCUMENT.operation(request.method(), request.uri().getRawPath()).orElseThrow();
        seen.add(operation.id() + " " + status);
        return answer;
    }
}
