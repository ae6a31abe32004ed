package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class JobListTest {
    private final TestDatabase database;
    private final JobList list;
    private TestJobs jobs;

    JobListTest(TestDatabase database) {
        this.database = database;
        this.list = new JobList(database.dsl());
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void newest_first_with_the_total_on_every_page() {
        var made = new ArrayList<UUID>();
        for (int i = 0; i < 7; i++) {
            made.addFirst(jobs.queued("ada").id());
        }
        var seen = new ArrayList<UUID>();
        for (int offset = 0; offset < 9; offset += 3) {
            var page = list.page(JobFilter.ANY, 3, offset);
            assertThat(page.total()).isEqualTo(7);
            page.jobs().forEach(job -> seen.add(job.id()));
        }
        assertThat(seen).isEqualTo(made);
        assertThat(list.page(JobFilter.ANY, 3, 50).total()).isEqualTo(7);
    }

    @Test
    void pages_with_a_fixed_end_neither_repeat_nor_skip_while_jobs_arrive() {
        for (int i = 0; i < 6; i++) {
            jobs.queued("ada");
        }
        var newest = list.page(JobFilter.ANY, 1, 0).jobs().getFirst();
        var until = new JobFilter(
                Set.of(),
                null,
                null,
                null,
                null,
                List.of(),
                null,
                newest.createdAt().plus(Duration.ofNanos(1000)));
        var seen = new HashSet<UUID>();
        for (int offset = 0; offset < 6; offset += 2) {
            var page = list.page(until, 2, offset);
            assertThat(page.total()).isEqualTo(6);
            page.jobs().forEach(job -> assertThat(seen.add(job.id())).isTrue());
            jobs.queued("eve");
        }
        assertThat(seen).hasSize(6);
    }

    @Test
    void filters_narrow_and_combine() {
        Job running = jobs.queued(jobs.request("ada", null, "{\"retries\":7}"));
        jobs.put(running.id(), JobStatus.RUNNING);
        Job canceled = jobs.queued("bob");
        jobs.put(canceled.id(), JobStatus.CANCELED);
        Job waiting = jobs.queued("ada");

        assertThat(ids(statuses(JobStatus.RUNNING))).containsExactly(running.id());
        assertThat(ids(statuses(JobStatus.RUNNING, JobStatus.CANCELED))).containsExactly(canceled.id(), running.id());
        assertThat(ids(by("ada", null))).containsExactly(waiting.id(), running.id());
        assertThat(ids(by("ada", "7"))).containsExactly(running.id());
        assertThat(ids(by(null, "DEMO.RUN"))).hasSize(3);
        assertThat(ids(by(null, "BOB"))).containsExactly(canceled.id());
        assertThat(ids(by(null, "%"))).isEmpty();
        assertThat(ids(by(null, "_"))).isEmpty();
        var labelled = new JobFilter(Set.of(), null, null, null, "zzz", List.of("demo.run"), null, null);
        assertThat(ids(labelled)).hasSize(3);
        var script = new JobFilter(Set.of(), jobs.repoId(), "other", null, null, List.of(), null, null);
        assertThat(ids(script)).isEmpty();
        var since =
                new JobFilter(Set.of(), null, null, null, null, List.of(), canceled.createdAt(), waiting.createdAt());
        assertThat(ids(since)).containsExactly(canceled.id());
    }

    @Test
    void text_is_found_whatever_its_case_and_never_across_two_fields() {
        Job job = jobs.queued("Änne");
        database.dsl().execute("UPDATE runner_jobs SET args_json = '{\"note\": \"Straße 5%\"}'");

        for (String text : List.of("äNN", "NNE", "demo", "NOTE", "straß", "STRA", "5%", "\"note\": \"")) {
            assertThat(ids(by(null, text))).as(text).containsExactly(job.id());
        }
        for (String text : List.of("5_", "run\nänne", "runänne", "ne{", "x")) {
            assertThat(ids(by(null, text))).as(text).isEmpty();
        }
    }

    /** Beyond those that are looked at first, and together with another filter. */
    @Test
    void an_old_job_is_found_by_its_text_as_a_new_one_is() {
        Job old = jobs.queued("ada");
        jobs.age(old.id(), "1 day");
        database.dsl().execute("""
                INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, created_at)
                SELECT gen_random_uuid(), ?, 'demo.run', 'queued', 'bob', now() - n * interval '1 second'
                FROM generate_series(1, 30001) n""", jobs.repoId());
        Job recent = jobs.queued("Adam");

        assertThat(ids(by(null, "ada"))).containsExactly(recent.id(), old.id());
        assertThat(list.page(by(null, "ada"), 1, 0).jobs()).extracting(Job::id).containsExactly(recent.id());
        assertThat(list.page(by(null, "ada"), 1, 0).total()).isEqualTo(2);
        assertThat(list.page(by(null, "ada"), 1, 1).jobs()).extracting(Job::id).containsExactly(old.id());
        assertThat(ids(by("ada", "ADA"))).containsExactly(old.id());
        assertThat(list.page(by(null, "bob"), 2, 30_000).jobs()).hasSize(1);
    }

    @Test
    void totals_by_status_are_those_of_the_rows() {
        for (JobStatus status : JobStatus.values()) {
            jobs.put(jobs.queued("ada").id(), status);
            jobs.put(jobs.queued("ada").id(), status);
        }
        for (JobStatus status : JobStatus.values()) {
            assertThat(list.page(statuses(status), 1, 0).total()).isEqualTo(2);
        }
        assertThat(list.page(JobFilter.ANY, 1, 0).total()).isEqualTo(2L * JobStatus.values().length);
    }

    private List<UUID> ids(JobFilter filter) {
        var page = list.page(filter, 50, 0);
        assertThat(page.total()).isEqualTo(page.jobs().size());
        return page.jobs().stream().map(Job::id).toList();
    }

    private static JobFilter statuses(JobStatus... statuses) {
        return new JobFilter(Set.of(statuses), null, null, null, null, List.of(), null, null);
    }

    private static JobFilter by(@Nullable String person, @Nullable String text) {
        return new JobFilter(Set.of(), null, null, person, text, List.of(), null, null);
    }
}
