package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.Waiting.Reason;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class WaitingReasonsTest {
    private final TestDatabase database;
    private final WaitingReasons reasons;
    private TestJobs jobs;

    WaitingReasonsTest(TestDatabase database) {
        this.database = database;
        this.reasons = new WaitingReasons(database.dsl(), TestJobs.REGISTRY);
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void without_a_worker_nothing_starts() {
        assertThat(waiting(jobs.queued("ada")).reason()).isEqualTo(Reason.NO_ACTIVE_WORKER);
        jobs.worker("gone", 2, null);
        database.dsl().execute("UPDATE runner_workers SET last_seen_at = now() - interval '3 minutes'");
        assertThat(waiting(jobs.queued("ada")).reason()).isEqualTo(Reason.NO_ACTIVE_WORKER);
    }

    @Test
    void a_worker_that_refuses_says_why() {
        jobs.worker("w", 2, "the log directory is full");
        assertThat(waiting(jobs.queued("ada"))).satisfies(waiting -> {
            assertThat(waiting.reason()).isEqualTo(Reason.WORKER_REFUSING);
            assertThat(waiting.detail()).contains("the log directory is full");
        });
    }

    @Test
    void a_job_of_a_queue_that_nobody_serves_says_so() {
        jobs.worker("w", 2, null);
        database.dsl().execute("UPDATE runner_workers SET queues = '{default,small}'");
        Job unserved = jobs.queued("ada");
        database.dsl().execute("UPDATE runner_jobs SET queue = 'big'");
        unserved = new JobStore(database.dsl()).find(unserved.id()).orElseThrow();
        assertThat(waiting(unserved)).satisfies(waiting -> {
            assertThat(waiting.reason()).isEqualTo(Reason.NO_ACTIVE_WORKER);
            assertThat(waiting.detail()).contains("queue big");
        });
        assertThat(waiting(jobs.queued("ada")).reason()).isEqualTo(Reason.QUEUE_POSITION);
        assertThat(reasons.ofNew(created()).reason()).isEqualTo(Reason.QUEUE_POSITION);

        database.dsl().execute("UPDATE runner_workers SET queues = '{big}'");
        assertThat(waiting(unserved).reason()).isEqualTo(Reason.QUEUE_POSITION);
        assertThat(reasons.ofNew(created()).detail()).contains("queue default");

        // One of an earlier version does not tell.
        database.dsl().execute("UPDATE runner_workers SET queues = NULL");
        assertThat(reasons.ofNew(created()).reason()).isEqualTo(Reason.QUEUE_POSITION);
    }

    @Test
    void the_place_in_the_line_follows_priority_and_then_age() {
        jobs.worker("w", 2, null);
        Job first = jobs.queued("ada");
        Job second = jobs.queued("ada");
        Job urgent = jobs.queued("ada");
        database.dsl().execute("UPDATE runner_jobs SET priority = 5 WHERE id = ?", urgent.id());
        assertThat(waiting(urgent).position()).isEqualTo(1);
        assertThat(waiting(first).position()).isEqualTo(2);
        assertThat(waiting(second)).isEqualTo(new Waiting(Reason.QUEUE_POSITION, 3L, "2 jobs are ahead of it."));
    }

    @Test
    void the_next_one_waits_for_a_slot() {
        jobs.worker("w", 1, null);
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        Job next = jobs.queued("ada");
        assertThat(waiting(next).reason()).isEqualTo(Reason.CONCURRENCY_LIMIT);
        assertThat(waiting(jobs.queued("ada")).reason()).isEqualTo(Reason.QUEUE_POSITION);
    }

    @Test
    void a_new_job_is_told_its_place_exactly_in_a_short_line_and_about_in_a_long_one() {
        jobs.worker("w", 2, null);
        Job later = jobs.queued("ada");
        database.dsl()
                .execute("UPDATE runner_jobs SET available_at = now() + interval '1 day' WHERE id = ?", later.id());
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        jobs.queued("ada");
        assertThat(reasons.ofNew(created())).isEqualTo(new Waiting(Reason.QUEUE_POSITION, 2L, "1 job is ahead of it."));
        for (int i = 0; i < 200; i++) {
            jobs.queued("ada");
        }
        assertThat(reasons.ofNew(created()))
                .isEqualTo(new Waiting(Reason.QUEUE_POSITION, 204L, "About 203 jobs are ahead of it."));
    }

    @Test
    void a_new_job_knows_the_workers_of_its_moment() {
        assertThat(reasons.ofNew(created()).reason()).isEqualTo(Reason.NO_ACTIVE_WORKER);
        jobs.worker("w", 2, "a full disk");
        assertThat(reasons.ofNew(created()).detail()).contains("a full disk");
    }

    private CreateOutcome.Created created() {
        var unlimited = new QueueLimits(1_000_000, 1_000_000, true, 2);
        return (CreateOutcome.Created) jobs.creation(unlimited).create(jobs.request("ada", null));
    }

    @Test
    void a_script_at_its_own_limit_waits_for_itself() {
        jobs.worker("w", 5, null);
        var single = TestJobs.REGISTRY.find("demo.single").orElseThrow();
        jobs.put(jobs.queued(jobs.request(single, "ada", null, "{}")).id(), JobStatus.RUNNING);
        Job next = jobs.queued(jobs.request(single, "ada", null, "{}"));
        assertThat(waiting(next).reason()).isEqualTo(Reason.SCRIPT_LIMIT);
    }

    @Test
    void a_job_for_later_has_no_place_yet() {
        jobs.worker("w", 2, null);
        Job later = jobs.queued("ada");
        database.dsl()
                .execute("UPDATE runner_jobs SET available_at = now() + interval '1 hour' WHERE id = ?", later.id());
        later = new JobStore(database.dsl()).find(later.id()).orElseThrow();
        assertThat(waiting(later).reason()).isEqualTo(Reason.NOT_BEFORE);
        assertThat(waiting(later).position()).isNull();
        assertThat(waiting(jobs.queued("ada")).position()).isEqualTo(1);
    }

    @Test
    void only_queued_jobs_wait() {
        Job running = jobs.queued("ada");
        jobs.put(running.id(), JobStatus.RUNNING);
        running = new JobStore(database.dsl()).find(running.id()).orElseThrow();
        assertThat(reasons.of(List.of(running))).isEmpty();
    }

    private Waiting waiting(Job job) {
        return java.util.Objects.requireNonNull(reasons.of(List.of(job)).get(job.id()));
    }
}
