package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobsApiTest {
    private static final String JOBS = "/api/runner/jobs";

    private final TestDatabase database;
    private final TestApi api;
    private final TestJobs jobs;

    JobsApiTest(TestDatabase database) {
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
        database.dsl().execute("TRUNCATE runner_jobs, runner_workers CASCADE");
    }

    @Test
    void a_job_has_exactly_the_documented_fields() {
        var answer =
                api.as("ada").post(JOBS, api.jobBody("masteragent.full", "{\"retries\":5,\"leaf_progress\":true}"));
        assertThat(answer.status()).isEqualTo(201);
        assertThat(fields(answer.json()))
                .containsExactlyInAnyOrder(
                        "id",
                        "repo_id",
                        "script_key",
                        "args",
                        "status",
                        "requested_by",
                        "created_at",
                        "started_at",
                        "finished_at",
                        "exit_code",
                        "error_message",
                        "idempotency_key",
                        "queue",
                        "priority",
                        "attempts",
                        "max_attempts",
                        "available_at",
                        "timeout_seconds",
                        "provider",
                        "retry_of",
                        "waiting",
                        "deduplicated");
        assertThat(answer.json().toString())
                .contains("\"args\":{\"retries\":5,\"leaf_progress\":true,\"verbose\":false}")
                .contains("\"status\":\"queued\"")
                .contains("\"requested_by\":\"ada\"")
                .contains("\"timeout_seconds\":7200")
                .contains("\"deduplicated\":false")
                .contains("\"reason\":\"no_active_worker\"");
        assertThat(answer.json().path("created_at").asText()).endsWith("Z");
        assertThat(answer.header("Location")).isEqualTo(JOBS + "/" + answer.id());
        assertThat(answer.header("Cache-Control")).contains("no-store");
        assertThat(answer.header("Content-Type")).startsWith("application/json");
    }

    @Test
    void the_detail_adds_events_and_attempts() {
        var job = api.as("ada").with("User-Agent", "agent/1").create();
        database.dsl()
                .execute(
                        "INSERT INTO runner_job_attempts (job_id, attempt, worker_id, selected_provider, result_json)"
                                + " VALUES (?, 1, 'w', 'workspace', '{\"contract_version\":\"v1\",\"status\":\"success\",\"exit_code\":0,"
                                + "\"started_at\":null,\"finished_at\":null,\"error\":null,\"provider_metadata\":{}}')",
                        TestApi.uuid(job));
        var detail = api.as("bob").get(JOBS + "/" + job.id());
        assertThat(detail.status()).isEqualTo(200);
        var event = detail.json().path("events").path(0);
        assertThat(event.path("event_type").asText()).isEqualTo("job_created");
        assertThat(event.path("actor").asText()).isEqualTo("ada");
        assertThat(event.path("meta").path("user_agent").asText()).isEqualTo("agent/1");
        var attempt = detail.json().path("attempt_history").path(0);
        assertThat(attempt.path("worker_id").asText()).isEqualTo("w");
        assertThat(attempt.path("result").path("status").asText()).isEqualTo("success");
        assertThat(fields(detail.json())).contains("waiting").doesNotContain("log_path", "deduplicated");
    }

    @Test
    void a_repeat_answers_200_and_a_reused_key_409() {
        var first = api.as("ada").with("Idempotency-Key", "k-1").create();
        var repeat = api.as("ada").with("Idempotency-Key", "k-1").create();
        assertThat(repeat.status()).isEqualTo(200);
        assertThat(repeat.id()).isEqualTo(first.id());
        assertThat(repeat.json().path("deduplicated").asBoolean()).isTrue();
        var other = api.as("ada").with("Idempotency-Key", "k-1").create("{\"retries\":9}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.code()).isEqualTo("idempotency_key_reused_with_different_payload");
        assertThat(other.json().path("detail").asText()).isEqualTo("idempotency_key_reused_with_different_payload");
    }

    @ParameterizedTest
    @ValueSource(strings = {"with space", "", "x256"})
    void a_key_that_is_not_visible_ascii_or_too_long_is_refused(String key) {
        String value = key.equals("x256") ? "x".repeat(256) : key;
        var answer = api.as("ada").with("Idempotency-Key", value).create();
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors").path(0).path("field").asText()).isEqualTo("Idempotency-Key");
    }

    @Test
    void every_problem_of_a_request_is_told_at_once() {
        var answer = api.as("ada").with("Idempotency-Key", "a b").post(JOBS, """
                {"repo_id":"1-1-1-1-1","script_key":"nb.stage","args":{"retries":11,"verbose":true},"priority":101,
                 "not_before":"tomorrow","timeout_seconds":3601,"shell":"rm -rf /"}""");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("validation_failed");
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        var errors = answer.json().path("errors");
        assertThat(StreamSupport.stream(errors.spliterator(), false)
                        .map(e -> e.path("field").asText()))
                .containsExactlyInAnyOrder(
                        "repo_id",
                        "args.retries",
                        "args.verbose",
                        "priority",
                        "not_before",
                        "timeout_seconds",
                        "shell",
                        "Idempotency-Key");
        assertThat(answer.json().path("detail").asText()).contains("a whole number from 1 to 10");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.0", "1e1", "\"5\"", "0", "11", "null", "true", "[5]", "99999999999999999999"})
    void an_int_is_a_whole_number_in_its_range(String value) {
        assertThat(api.as("ada").create("{\"retries\":%s}".formatted(value)).status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{\"repo_id\":1,\"repo_id\":2}",
                "{} {}",
                "{\"a\":NaN}",
                "\"x\"",
                "{\"script_key\":\"\\ud800\"}"
            })
    void a_body_that_is_no_clean_json_object_is_a_400(String body) {
        var answer = api.as("ada").with("Content-Type", "application/json").post(JOBS, body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText()).isNotEmpty();
    }

    @Test
    void a_compressed_body_is_refused_rather_than_guessed_at() {
        var answer = api.as("ada").with("Content-Encoding", "gzip").post(JOBS, "{}");
        assertThat(answer.status()).isEqualTo(415);
    }

    @Test
    void wrong_content_types_and_huge_or_deep_bodies_are_4xx() {
        assertThat(api.as("ada")
                        .with("Content-Type", "text/plain")
                        .post(JOBS, "{}")
                        .status())
                .isEqualTo(415);
        assertThat(api.as("ada")
                        .with("Content-Type", "application/json; charset=utf-16")
                        .post(JOBS, "{}")
                        .status())
                .isEqualTo(415);
        String deep = "{\"args\":" + "[".repeat(5000) + "]".repeat(5000) + "}";
        assertThat(api.as("ada").post(JOBS, deep).status()).isEqualTo(400);
        String huge = "{\"args\":\"" + "x".repeat(300_000) + "\"}";
        assertThat(api.as("ada").post(JOBS, huge).status()).isEqualTo(413);
        String digits = "{\"priority\":" + "9".repeat(100_000) + "}";
        assertThat(api.as("ada").post(JOBS, digits).status()).isEqualTo(400);
    }

    @Test
    void a_script_off_the_whitelist_or_an_unusable_repo_is_refused() {
        assertThat(api.as("ada").post(JOBS, api.jobBody("rm.rf", "{}")).status())
                .isEqualTo(400);
        var unknownRepo = "{\"repo_id\":\"%s\",\"script_key\":\"nb.stage\"}".formatted(UUID.randomUUID());
        assertThat(api.as("ada").post(JOBS, unknownRepo).status()).isEqualTo(404);

        UUID disabled = repo("disabled", "/", false);
        UUID outside = repo("outside", "/", true);
        assertThat(create(disabled).status()).isEqualTo(400);
        assertThat(create(disabled).code()).isEqualTo("repo_disabled");
        assertThat(create(outside).status()).isEqualTo(403);
        database.dsl().execute("DELETE FROM runner_repos WHERE id IN (?, ?)", disabled, outside);
    }

    @Test
    void a_repo_that_was_usable_a_moment_ago_is_judged_by_what_it_is_now() {
        String workspace =
                Path.of("..", "examples", "workspace").toAbsolutePath().normalize() + "";
        UUID repo = repo("changing", workspace + "/scripts", true);
        assertThat(create(repo).status()).isEqualTo(201);
        database.dsl().execute("UPDATE runner_repos SET enabled = false WHERE id = ?", repo);
        assertThat(create(repo).code()).isEqualTo("repo_disabled");
        database.dsl().execute("UPDATE runner_repos SET enabled = true WHERE id = ?", repo);
        assertThat(create(repo).status()).isEqualTo(201);
        database.dsl().execute("UPDATE runner_repos SET path_or_url = '/' WHERE id = ?", repo);
        assertThat(create(repo).code()).isEqualTo("repo_not_allowed");
        database.dsl().execute("UPDATE runner_repos SET path_or_url = ? WHERE id = ?", workspace, repo);
        assertThat(create(repo).status()).isEqualTo(201);
        database.dsl().execute("DELETE FROM runner_jobs WHERE repo_id = ?", repo);
        database.dsl().execute("DELETE FROM runner_repos WHERE id = ?", repo);
        assertThat(create(repo).status()).isEqualTo(404);
    }

    @Test
    void optional_wishes_are_kept() {
        var body = """
                {"repo_id":"%s","script_key":"nb.stage","priority":-5,"not_before":"2099-01-01T02:00:00+02:00",
                 "timeout_seconds":60}""".formatted(api.repoId());
        var job = api.as("ada").post(JOBS, body);
        assertThat(job.status()).isEqualTo(201);
        assertThat(job.json().path("priority").asInt()).isEqualTo(-5);
        assertThat(job.json().path("available_at").asText()).isEqualTo("2099-01-01T00:00:00Z");
        assertThat(job.json().path("timeout_seconds").asInt()).isEqualTo(60);
        assertThat(job.json().path("waiting").path("reason").asText()).isEqualTo("not_before");
    }

    @Test
    void the_per_person_limit_answers_429_and_a_repeat_still_200() {
        var first = api.as("ada").with("Idempotency-Key", "limit").create();
        for (int i = 1; i < 20; i++) {
            assertThat(api.as("ada").create().status()).isEqualTo(201);
        }
        var refused = api.as("ada").create();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("user_queue_full");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(api.as("bob").create().status()).isEqualTo(201);
        assertThat(api.as("ada").with("Idempotency-Key", "limit").create().id()).isEqualTo(first.id());
    }

    @Test
    void the_global_limit_answers_429() {
        for (int person = 0; person < 10; person++) {
            for (int i = 0; i < 20; i++) {
                jobs.queued("person" + person);
            }
        }
        var refused = api.as("late").create();
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.code()).isEqualTo("queue_full");
    }

    @ParameterizedTest
    @CsvSource({
        "QUEUED, 200, canceled",
        "RUNNING, 202, cancel_requested",
        "CANCEL_REQUESTED, 202, cancel_requested",
        "SUCCESS, 409, ''",
        "FAILED, 409, ''",
        "CANCELED, 409, ''",
        "TIMEOUT, 409, ''"
    })
    void cancel_answers_by_state(JobStatus state, int status, String shown) {
        UUID id = jobs.queued("ada").id();
        jobs.put(id, state);
        var answer = api.as("eve").post(JOBS + "/" + id + "/cancel", "");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 409) {
            assertThat(answer.code()).isEqualTo("job_already_finished");
        } else {
            assertThat(answer.json().path("status").asText()).isEqualTo(shown);
        }
    }

    @Test
    void a_retry_is_a_new_job_linked_to_the_old_one() {
        var original = api.as("ada").create("{\"retries\":7}");
        assertThat(api.as("bob").post(JOBS + "/" + original.id() + "/retry", "").status())
                .isEqualTo(409);
        jobs.put(TestApi.uuid(original), JobStatus.FAILED);
        var retry = api.as("bob").post(JOBS + "/" + original.id() + "/retry", "");
        assertThat(retry.status()).isEqualTo(201);
        assertThat(retry.id()).isNotEqualTo(original.id());
        assertThat(retry.json().path("retry_of").asText()).isEqualTo(original.id());
        assertThat(retry.json().path("requested_by").asText()).isEqualTo("bob");
        assertThat(retry.json().path("args")).isEqualTo(original.json().path("args"));
        assertThat(api.as("bob")
                        .post(JOBS + "/" + original.id() + "/retry", "{\"x\":1}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_job_whose_script_left_the_whitelist_cannot_be_retried() {
        UUID id = jobs.queued("ada").id();
        jobs.put(id, JobStatus.SUCCESS);
        var answer = api.as("ada").post(JOBS + "/" + id + "/retry", "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("detail").asText()).contains("no longer on the whitelist");
    }

    @ParameterizedTest
    @ValueSource(strings = {"00000000-0000-7000-8000-000000000000", "1-1-1-1-1", "x", "%00", "..%2f..", "a%20b"})
    void unknown_and_malformed_ids_are_404_everywhere(String id) {
        for (String path : List.of("", "/logs", "/logs/download", "/logs/search?q=x")) {
            assertThat(api.as("ada").get(JOBS + "/" + id + path).status())
                    .as(path)
                    .isIn(404, id.startsWith("%00") || id.contains("%2f") ? 400 : 404);
        }
        for (String path : List.of("/cancel", "/retry")) {
            assertThat(api.as("ada").post(JOBS + "/" + id + path, "").status())
                    .as(path)
                    .isIn(404, id.startsWith("%00") || id.contains("%2f") ? 400 : 404);
        }
    }

    @Test
    void the_list_filters_counts_and_pages() {
        UUID running = jobs.queued("ada").id();
        jobs.put(running, JobStatus.RUNNING);
        UUID canceled = jobs.queued("bob").id();
        jobs.put(canceled, JobStatus.CANCELED);
        var waiting = api.as("ada").create();
        assertThat(ids("?status=running&status=canceled")).containsExactly(canceled.toString(), running.toString());
        assertThat(ids("?status=running,canceled")).hasSize(2);
        assertThat(ids("?requested_by=bob")).containsExactly(canceled.toString());
        assertThat(ids("?script_key=nb.stage")).containsExactly(waiting.id());
        assertThat(ids("?q=NB")).containsExactly(waiting.id());
        assertThat(ids("?created_from=2099-01-01T00:00:00Z")).isEmpty();
        var page = api.as("ada").get(JOBS + "?limit=1&offset=1");
        assertThat(page.json().path("items")).hasSize(1);
        assertThat(page.json().path("total").asInt()).isEqualTo(3);
        assertThat(page.json().path("limit").asInt()).isEqualTo(1);
        assertThat(page.json().path("offset").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=201",
                "limit=0",
                "limit=x",
                "limit=1&limit=2",
                "offset=-1",
                "status=done",
                "repo_id=x",
                "created_from=yesterday",
                "statuss=queued",
                "limit=%2B5",
                "q=%00"
            })
    void a_bad_query_is_a_400_that_says_what_is_allowed(String query) {
        var answer = api.as("ada").get(JOBS + "?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.json().path("errors")).isNotEmpty();
    }

    @Test
    void the_maximum_of_a_page_is_named() {
        assertThat(api.as("ada").get(JOBS + "?limit=201").json().path("detail").asText())
                .contains("200");
        assertThat(api.as("ada").get(JOBS).json().path("limit").asInt()).isEqualTo(50);
    }

    @Test
    void nothing_is_served_without_a_token() {
        for (String path : List.of(
                JOBS,
                JOBS + "/x",
                JOBS + "/x/logs",
                "/api/runner/repos",
                "/api/runner/scripts",
                "/api/runner/diagnostics")) {
            var answer = api.anonymous().get(path);
            assertThat(answer.status()).as(path).isEqualTo(401);
            assertThat(answer.header("WWW-Authenticate")).startsWith("Bearer");
        }
        assertThat(api.anonymous().post(JOBS, "{}").status()).isEqualTo(401);
    }

    @Test
    void scripts_and_repos_describe_the_form() {
        var scripts = api.as("ada").get("/api/runner/scripts").json();
        assertThat(scripts.path("total").asInt()).isEqualTo(5);
        var retries = scripts.path("items").path(0).path("arguments").path(0);
        assertThat(retries.path("name").asText()).isEqualTo("retries");
        assertThat(retries.path("min").asInt()).isEqualTo(1);
        assertThat(retries.path("max").asInt()).isEqualTo(10);
        assertThat(retries.path("default").isIntegralNumber()).isTrue();
        var repos = api.as("ada").get("/api/runner/repos").json();
        assertThat(repos.path("items").path(0).path("name").asText()).isEqualTo("workspace");
    }

    @Test
    void unknown_paths_and_methods_are_problems_too() {
        var missing = api.as("ada").get("/api/runner/nothing");
        assertThat(missing.status()).isEqualTo(404);
        assertThat(missing.code()).isEqualTo("not_found");
        var method = api.as("ada").post("/api/runner/scripts", "{}");
        assertThat(method.status()).isEqualTo(405);
        assertThat(method.code()).isEqualTo("method_not_allowed");
        assertThat(method.header("Allow").split(", ", -1)).contains("GET").doesNotContain("POST");
    }

    private TestClient.Answer create(UUID repo) {
        return api.as("ada").post(JOBS, "{\"repo_id\":\"%s\",\"script_key\":\"nb.stage\"}".formatted(repo));
    }

    private UUID repo(String name, String path, boolean enabled) {
        UUID id = UUID.randomUUID();
        database.dsl()
                .execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url, enabled)"
                                + " VALUES (?, ?, 'local_path', ?, ?)",
                        id,
                        name,
                        path,
                        enabled);
        return id;
    }

    private List<String> ids(String query) {
        var answer = api.as("ada").get(JOBS + query);
        assertThat(answer.status()).isEqualTo(200);
        var items = answer.json().path("items");
        assertThat(answer.json().path("total").asInt()).isEqualTo(items.size());
        return StreamSupport.stream(items.spliterator(), false)
                .map(item -> item.path("id").asText())
                .toList();
    }

    private static Set<String> fields(com.fasterxml.jackson.databind.JsonNode node) {
        var names = new HashSet<String>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
