package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.util.EnumMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class JobCountsTest {
    private final TestDatabase database;
    private final JobCounts counts;
    private TestJobs jobs;

    JobCountsTest(TestDatabase database) {
        this.database = database;
        this.counts = new JobCounts(database.dsl());
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void every_status_has_a_figure_even_where_there_is_nothing() {
        assertThat(counts.matching(JobFilter.ANY))
                .containsOnlyKeys(JobStatus.values())
                .allSatisfy((status, number) -> assertThat(number).isZero());
        assertThat(counts.matching(by("ada", null)))
                .containsOnlyKeys(JobStatus.values())
                .allSatisfy((status, number) -> assertThat(number).isZero());
    }

    @Test
    void kept_ready_or_counted_the_figures_are_the_same() {
        var expected = new EnumMap<JobStatus, Long>(JobStatus.class);
        for (JobStatus status : JobStatus.values()) {
            long number = expected.size() + 1L;
            for (int i = 0; i < number; i++) {
                jobs.put(jobs.queued("ada").id(), status);
            }
            expected.put(status, number);
        }
        var all = counts.matching(JobFilter.ANY);

        assertThat(all).isEqualTo(expected);
        assertThat(counts.matching(by("ada", null))).isEqualTo(all);
        assertThat(counts.matching(by(null, "demo"))).isEqualTo(all);
    }

    @Test
    void a_filter_means_what_it_means_to_the_list() {
        Job running = jobs.queued(jobs.request("ada", null, "{\"retries\":7}"));
        jobs.put(running.id(), JobStatus.RUNNING);
        jobs.queued("ada");
        jobs.put(jobs.queued("bob").id(), JobStatus.FAILED);
        var list = new JobList(database.dsl());

        for (JobFilter filter : List.of(
                by("ada", null),
                by("ada", "7"),
                by(null, "BOB"),
                new JobFilter(Set.of(), jobs.repoId(), "demo.run", null, null, List.of(), null, null),
                new JobFilter(Set.of(), null, "other", null, null, List.of(), null, null),
                new JobFilter(Set.of(), null, null, null, "zzz", List.of("demo.run"), null, null),
                new JobFilter(Set.of(), null, null, null, null, List.of(), running.createdAt(), null),
                new JobFilter(Set.of(), null, null, null, null, List.of(), null, running.createdAt()),
                new JobFilter(Set.of(JobStatus.FAILED), null, null, null, null, List.of(), null, null))) {
            var listed = list.page(filter, 50, 0).jobs();
            counts.matching(filter)
                    .forEach((status, number) -> assertThat(number)
                            .as("%s of %s", status, filter)
                            .isEqualTo(listed.stream()
                                    .filter(job -> job.status() == status)
                                    .count()));
        }
    }

    private static JobFilter by(@Nullable String person, @Nullable String text) {
        return new JobFilter(Set.of(), null, null, person, text, List.of(), null, null);
    }
}
