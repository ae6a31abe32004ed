package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LogsApiTest {
    private final TestApi api;
    private final TestJobs jobs;
    private String id = "";

    LogsApiTest(TestDatabase database) {
        this.api = TestApi.start(database);
        this.jobs = new TestJobs(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @BeforeEach
    void aRunningJob() {
        var job = jobs.queued("ada").id();
        jobs.put(job, JobStatus.RUNNING);
        id = job.toString();
    }

    @Test
    void a_job_that_printed_nothing_has_an_empty_page() {
        var page = logs("");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.json().toString())
                .isEqualTo("{\"job_id\":\"%s\",\"offset\":0,\"next_offset\":0,\"is_complete\":false,\"content\":\"\"}"
                        .formatted(id));
    }

    @Test
    void a_running_job_shows_no_more_than_is_safe_and_a_finished_one_everything() throws IOException {
        write("token sk-");
        assertThat(content("")).isEqualTo("token ");
        append("abcdef done Bea");
        assertThat(content("")).startsWith("token [REDACTED] done ").doesNotContain("Bea");
        jobs.put(java.util.UUID.fromString(id), JobStatus.SUCCESS);
        var page = logs("");
        assertThat(page.json().path("content").asText()).isEqualTo("token [REDACTED] done Bea");
        assertThat(page.json().path("is_complete").asBoolean()).isTrue();
    }

    @Test
    void pages_join_to_the_whole_and_end_on_characters() throws IOException {
        String text = "grün 😀 line\n".repeat(50);
        write(text);
        jobs.put(java.util.UUID.fromString(id), JobStatus.SUCCESS);
        var whole = new StringBuilder();
        long offset = 0;
        boolean complete = false;
        while (!complete) {
            var page = logs("?limit=7&offset=" + offset);
            String content = page.json().path("content").asText();
            assertThat(content.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(7);
            whole.append(content);
            offset = page.json().path("next_offset").asLong();
            complete = page.json().path("is_complete").asBoolean();
        }
        assertThat(whole.toString()).isEqualTo(text);
        assertThat(offset).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    @Test
    void an_offset_past_the_end_stays_and_one_inside_a_character_is_refused() throws IOException {
        write("ü\n");
        var past = logs("?offset=100");
        assertThat(past.json().path("next_offset").asLong()).isEqualTo(100);
        assertThat(past.json().path("content").asText()).isEmpty();
        assertThat(logs("?offset=1").status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit=3", "limit=131073", "limit=-1", "offset=-1", "offset=x", "off=1"})
    void a_bad_page_is_refused_with_what_is_allowed(String query) {
        assertThat(logs("?" + query).status()).isEqualTo(400);
    }

    @Test
    void the_defaults_are_those_of_the_contract() throws IOException {
        write("x".repeat(200_000));
        assertThat(content("")).hasSize(16_384);
        assertThat(content("?limit=131072")).hasSize(131_072);
    }

    @Test
    void download_gives_the_whole_redacted_text() throws IOException {
        String line = "key sk-0123456789 end\n";
        write(line.repeat(20_000));
        var answer = api.as("ada").get("/api/runner/jobs/" + id + "/logs/download");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).startsWith("text/plain");
        assertThat(answer.header("Content-Disposition")).contains(id + ".log");
        assertThat(answer.text()).isEqualTo("key [REDACTED] end\n".repeat(20_000));
    }

    @Test
    void search_finds_text_but_never_a_secret() throws IOException {
        write("one Needle sk-needle two\nneedle again\n");
        var answer = api.as("ada").get("/api/runner/jobs/" + id + "/logs/search?q=needle");
        assertThat(answer.json().path("hits")).hasSize(2);
        assertThat(answer.json().path("hits").path(0).path("offset").asLong()).isEqualTo(4);
        assertThat(answer.text()).doesNotContain("sk-needle");
        assertThat(answer.json().path("hits").path(1).path("row").asLong()).isEqualTo(1);
        assertThat(answer.json().path("hits").path(1).path("line").asLong()).isEqualTo(1);
        var exact = api.as("ada").get("/api/runner/jobs/" + id + "/logs/search?q=Needle&ignore_case=false");
        assertThat(exact.json().path("hits")).hasSize(1);
        assertThat(api.as("ada").get("/api/runner/jobs/" + id + "/logs/search").status())
                .isEqualTo(400);
    }

    @Test
    void rows_are_found_by_number_line_offset_and_from_the_end() throws IOException {
        write("one\n" + "x".repeat(5000) + "\nthree sk-secret\n");
        var all = logs("/rows");
        assertThat(all.json().path("total_rows").asLong()).isEqualTo(4);
        assertThat(all.json().path("total_lines").asLong()).isEqualTo(3);
        assertThat(all.json().path("end_offset").asLong()).isEqualTo(5022);
        assertThat(all.json().path("is_complete").asBoolean()).isFalse();
        assertThat(all.json().path("rows").path(2).path("continued").asBoolean())
                .isTrue();
        assertThat(all.json().path("rows").path(3).path("text").asText()).isEqualTo("three [REDACTED]");
        for (String place : java.util.List.of("row=3", "line=2", "offset=5010", "tail=1", "tail=1&limit=100")) {
            var found = logs("/rows?" + place).json().path("rows");
            assertThat(found).as(place).hasSize(1);
            assertThat(found.path(0).path("row").asLong()).as(place).isEqualTo(3);
            assertThat(found.path(0).path("line").asLong()).as(place).isEqualTo(2);
            assertThat(found.path(0).path("offset").asLong()).as(place).isEqualTo(5005);
        }
        assertThat(logs("/rows?row=1&limit=2").json().path("rows")).hasSize(2);
        assertThat(logs("/rows?row=99").json().path("rows")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"row=-1", "line=x", "tail=0", "tail=2001", "limit=0", "limit=2001", "row=1&tail=2", "rows=1"})
    void bad_rows_are_refused(String query) {
        assertThat(logs("/rows?" + query).status()).isEqualTo(400);
    }

    @Test
    void the_first_error_is_found_with_its_line() throws IOException {
        write("0 errors\nfine\nERROR: no\nmore\n");
        var found = logs("/first-error").json();
        assertThat(found.path("hit").path("line").asLong()).isEqualTo(2);
        assertThat(found.path("hit").path("excerpt").asText()).isEqualTo("ERROR: no");
        var next = logs("/first-error?offset=" + found.path("next_offset").asLong());
        assertThat(next.json().path("hit").isNull()).isTrue();
        assertThat(logs("/first-error?offset=-1").status()).isEqualTo(400);
        assertThat(logs("/first-error?limit=1").status()).isEqualTo(400);
    }

    @Test
    void a_link_in_place_of_a_log_leads_nowhere(@TempDir Path folder) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "outside\n");
        Files.createSymbolicLink(api.logOf(id), secret);
        for (String path : java.util.List.of("", "/rows?tail=5", "/download", "/search?q=x", "/first-error")) {
            var answer = logs(path);
            assertThat(answer.status()).isEqualTo(500);
            assertThat(answer.text()).doesNotContain("outside").doesNotContain(folder.toString());
            assertThat(answer.header("Content-Disposition")).isEmpty();
        }
    }

    private void write(String text) throws IOException {
        Files.writeString(api.logOf(id), text);
    }

    private void append(String text) throws IOException {
        Files.writeString(api.logOf(id), text, StandardOpenOption.APPEND);
    }

    private String content(String query) {
        return logs(query).json().path("content").asText();
    }

    private TestClient.Answer logs(String query) {
        return api.as("ada").get("/api/runner/jobs/" + id + "/logs" + query);
    }
}
