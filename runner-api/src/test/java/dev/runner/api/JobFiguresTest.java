package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobFiguresTest {
    private static final String COUNTS = "/api/runner/job-counts";

    private final TestDatabase database;
    private final TestApi api;
    private final TestJobs jobs;

    JobFiguresTest(TestDatabase database) {
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
        database.dsl().execute("TRUNCATE runner_jobs CASCADE");
    }

    @Test
    void counts_are_those_of_the_list_with_the_same_filter() {
        jobs.queued("ada");
        jobs.put(jobs.queued("ada").id(), JobStatus.FAILED);
        jobs.put(jobs.queued("eve").id(), JobStatus.SUCCESS);

        var all = api.as("bob").get(COUNTS).json();
        assertThat(all.path("total").longValue()).isEqualTo(3);
        assertThat(all.path("counts").toString())
                .isEqualTo("{\"queued\":1,\"running\":0,\"cancel_requested\":0,\"success\":1,\"failed\":1,"
                        + "\"canceled\":0,\"timeout\":0}");
        var ada = api.as("bob").get(COUNTS + "?requested_by=ada&q=demo").json();
        assertThat(ada.path("total").longValue()).isEqualTo(2);
        assertThat(ada.at("/counts/failed").longValue()).isEqualTo(1);
        assertThat(ada.at("/counts/success").longValue()).isZero();
    }

    @Test
    void the_text_also_finds_labels_of_the_whitelist() {
        api.as("bob").create();
        assertThat(api.as("bob")
                        .get(COUNTS + "?q=nb%20STAGE")
                        .json()
                        .path("total")
                        .longValue())
                .isEqualTo(1);
    }

    @Test
    void a_status_or_a_page_is_no_filter_of_counts() {
        assertThat(api.as("bob").get(COUNTS + "?status=queued").status()).isEqualTo(400);
        assertThat(api.as("bob").get(COUNTS + "?limit=5").status()).isEqualTo(400);
        assertThat(api.as("bob").get(COUNTS + "?created_from=yesterday").status())
                .isEqualTo(400);
        assertThat(api.anonymous().get(COUNTS).status()).isEqualTo(401);
    }

    @Test
    void people_are_those_who_asked_for_jobs() {
        jobs.queued("grace");
        jobs.queued("ada");
        jobs.queued("grace");

        var people = api.as("bob").get("/api/runner/people");
        assertThat(people.text()).isEqualTo("{\"items\":[\"ada\",\"grace\"]}");
        assertThat(api.as("bob").get("/api/runner/people?q=a").status()).isEqualTo(400);
        assertThat(api.anonymous().get("/api/runner/people").status()).isEqualTo(401);
    }
}
