package dev.runner.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Statistics over HTTP; every answer is also checked against the document. */
@ExtendWith(PostgresExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatsApiTest {
    private static final String STATS = "/api/runner/stats";

    private final TestApi api;
    private final TestJobs jobs;

    StatsApiTest(TestDatabase database) {
        this.jobs = new TestJobs(database);
        jobs.put(jobs.queued("ada").id(), JobStatus.SUCCESS);
        jobs.put(jobs.queued("ada").id(), JobStatus.FAILED);
        this.api = TestApi.start(database);
    }

    @AfterAll
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @CsvSource({"1h, 30, 120", "24h, 48, 1800", "7d, 56, 10800", "30d, 60, 43200"})
    void each_range_has_its_buckets(String range, int buckets, int seconds) {
        JsonNode stats = api.as("ada").get(STATS + "?range=" + range).json();
        assertThat(stats.path("range").asText()).isEqualTo(range);
        assertThat(stats.path("buckets")).hasSize(buckets);
        assertThat(stats.path("bucket_seconds").asInt()).isEqualTo(seconds);
        assertThat(stats.path("scripts").path(0).path("trend")).hasSize(buckets);
        assertThat(Instant.parse(stats.path("to").asText()))
                .isAfter(Instant.parse(stats.path("from").asText()));
    }

    @Test
    void a_day_is_what_one_gets_without_asking() {
        JsonNode stats = api.as("ada").get(STATS).json();
        assertThat(stats.path("range").asText()).isEqualTo("24h");
        assertThat(stats.at("/totals/created").asInt()).isEqualTo(2);
        assertThat(stats.at("/totals/success").asInt()).isEqualTo(1);
        assertThat(stats.at("/totals/failure_rate").asDouble()).isEqualTo(0.5);
        assertThat(stats.at("/scripts/0/script_key").asText()).isEqualTo("demo.run");
    }

    @Test
    void one_script_alone() {
        assertThat(api.as("ada").get(STATS + "?script_key=demo.run").json().path("scripts"))
                .hasSize(1);
        JsonNode other = api.as("ada").get(STATS + "?script_key=demo.single").json();
        assertThat(other.path("scripts")).isEmpty();
        assertThat(other.at("/totals/created").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"range=2h", "range=24h&range=7d", "bucket=5", "script_key=%00"})
    void what_is_not_understood_is_refused(String query) {
        var refused = api.as("ada").get(STATS + "?" + query);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.code()).isEqualTo("validation_failed");
    }

    @Test
    void the_ranges_are_named_to_whoever_asks_for_another() {
        assertThat(api.as("ada")
                        .get(STATS + "?range=2h")
                        .json()
                        .at("/errors/0/allowed")
                        .asText())
                .isEqualTo("1h, 24h, 7d, 30d");
    }

    @Test
    void figures_are_for_people_who_are_known() {
        assertThat(api.anonymous().get(STATS).status()).isEqualTo(401);
    }
}
