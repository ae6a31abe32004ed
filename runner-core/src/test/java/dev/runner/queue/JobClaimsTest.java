package dev.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.Job;
import dev.runner.job.JobEvent;
import dev.runner.job.JobMoves;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class JobClaimsTest {
    private static final List<String> QUEUES = List.of("default");
    private static final Map<String, Integer> NO_LIMITS = Map.of();

    private final TestDatabase database;
    private final JobClaims claims;
    private TestJobs jobs;

    JobClaimsTest(TestDatabase database) {
        this.database = database;
        this.claims = new JobClaims(database.dsl(), JobLeases.DEFAULT_LEASE);
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void the_oldest_come_first_unless_one_is_more_urgent() {
        Job first = jobs.queued("ada");
        Job second = jobs.queued("ada");
        Job urgent = jobs.queued("ada");
        database.dsl().execute("UPDATE runner_jobs SET priority = 1 WHERE id = ?", urgent.id());
        assertThat(ids(claims.claim("w", 2, QUEUES, NO_LIMITS))).containsExactly(urgent.id(), first.id());
        assertThat(ids(claims.claim("w", 2, QUEUES, NO_LIMITS))).containsExactly(second.id());
    }

    @Test
    void a_claim_is_a_lease_an_attempt_and_an_event() {
        Job waiting = jobs.queued("ada");
        ClaimedJob claimed = claims.claim("w-1", 1, QUEUES, NO_LIMITS).getFirst();
        assertThat(claimed.lease()).isEqualTo(new LeaseOwner(waiting.id(), 1, "w-1"));
        assertThat(claimed.job().status()).isEqualTo(JobStatus.RUNNING);
        assertThat(claimed.job().startedAt()).isNotNull();
        var store = new JobStore(database.dsl());
        assertThat(store.attempts(waiting.id())).singleElement().satisfies(attempt -> {
            assertThat(attempt.attempt()).isEqualTo(1);
            assertThat(attempt.workerId()).isEqualTo("w-1");
        });
        assertThat(store.events(waiting.id()))
                .extracting(JobEvent::eventType)
                .containsExactly("job_created", "job_claimed");
        assertThat(
                        database.dsl()
                                .fetchValue(
                                        "SELECT locked_until - now() BETWEEN interval '110 s' AND interval '120 s' FROM runner_jobs"))
                .isEqualTo(true);
    }

    @Test
    void jobs_for_later_and_other_queues_stay() {
        Job later = jobs.queued("ada");
        Job elsewhere = jobs.queued("ada");
        database.dsl().execute("UPDATE runner_jobs SET available_at = now() + interval '1 h' WHERE id = ?", later.id());
        database.dsl().execute("UPDATE runner_jobs SET queue = 'big' WHERE id = ?", elsewhere.id());
        assertThat(claims.claim("w", 9, QUEUES, NO_LIMITS)).isEmpty();
        assertThat(ids(claims.claim("w", 9, List.of("default", "big"), NO_LIMITS)))
                .containsExactly(elsewhere.id());
    }

    @Test
    void many_workers_take_every_job_once() {
        var expected = new ArrayList<UUID>();
        for (int i = 0; i < 100; i++) {
            expected.add(jobs.queued("ada").id());
        }
        var taken = Parallel.run(12, worker -> () -> {
            var mine = new ArrayList<UUID>();
            List<ClaimedJob> batch = claims.claim("w" + worker, 3, QUEUES, NO_LIMITS);
            while (!batch.isEmpty()) {
                mine.addAll(ids(batch));
                batch = claims.claim("w" + worker, 3, QUEUES, NO_LIMITS);
            }
            return mine;
        });
        assertThat(taken.stream().flatMap(List::stream).toList()).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void a_script_at_its_limit_does_not_hold_up_the_others() {
        var single = TestJobs.REGISTRY.find("demo.single").orElseThrow();
        Job first = jobs.queued(jobs.request(single, "ada", null, "{}"));
        jobs.queued(jobs.request(single, "ada", null, "{}"));
        jobs.queued(jobs.request(single, "ada", null, "{}"));
        Job other = jobs.queued("ada");
        var limits = Map.of("demo.single", 1);
        assertThat(ids(claims.claim("w", 2, QUEUES, limits))).containsExactly(first.id(), other.id());
        assertThat(claims.claim("w", 2, QUEUES, limits)).isEmpty();
    }

    @Test
    void a_scripts_limit_holds_against_racing_workers() {
        var single = TestJobs.REGISTRY.find("demo.single").orElseThrow();
        for (int i = 0; i < 20; i++) {
            jobs.queued(jobs.request(single, "ada", null, "{}"));
        }
        var taken = Parallel.run(12, i -> () -> claims.claim("w" + i, 5, QUEUES, Map.of("demo.single", 3)));
        assertThat(taken.stream().mapToInt(List::size).sum()).isEqualTo(3);
    }

    @Test
    void within_a_cap_the_jobs_of_everybody_count_whoever_holds_them() {
        for (int i = 0; i < 7; i++) {
            jobs.queued("ada");
        }
        var held = claims.claimWithin(3, "dead", 2, QUEUES, NO_LIMITS);
        assertThat(held).hasSize(2);
        new JobMoves(database.dsl(), new JobStore(database.dsl()))
                .cancel(held.getFirst().job().id(), "eve");
        assertThat(claims.claimWithin(3, "heir", 3, QUEUES, NO_LIMITS)).hasSize(1);
        assertThat(claims.claimWithin(3, "heir", 2, QUEUES, NO_LIMITS)).isEmpty();
        assertThat(claims.claimWithin(3, "heir", 2, QUEUES, Map.of("demo.single", 3)))
                .isEmpty();
        // A smaller cap than there are running jobs, as after a change of the settings, is no error.
        assertThat(claims.claimWithin(1, "heir", 1, QUEUES, NO_LIMITS)).isEmpty();
        assertThat(claims.claim("sharing", 9, QUEUES, NO_LIMITS)).hasSize(4);
    }

    @Test
    void rows_put_back_by_hand_fail_with_a_reason_and_hold_up_nobody() {
        Job usedUp = jobs.queued("ada");
        Job forgotten = jobs.queued("ada");
        claims.claim("before", 2, QUEUES, NO_LIMITS);
        // Both ways in which somebody without a retry at hand would do it.
        putBack(usedUp, "attempts");
        putBack(forgotten, "0");
        Job good = jobs.queued("eve");
        var store = new JobStore(database.dsl());

        assertThat(ids(claims.claimWithin(1, "w-1", 1, QUEUES, NO_LIMITS))).containsExactly(good.id());

        assertThat(store.find(usedUp.id()).orElseThrow().errorMessage())
                .contains("all its attempts are used up, 1 of 1", "changed by hand", "nothing was started");
        assertThat(store.find(forgotten.id()).orElseThrow().errorMessage())
                .contains("its attempt 1 has been made already");
        assertThat(List.of(usedUp, forgotten)).allSatisfy(tampered -> {
            Job failed = store.find(tampered.id()).orElseThrow();
            assertThat(failed.status()).isEqualTo(JobStatus.FAILED);
            assertThat(failed.finishedAt()).isNotNull();
            assertThat(store.attempts(failed.id())).hasSize(1);
            JobEvent last = store.events(failed.id()).getLast();
            assertThat(last.eventType()).isEqualTo("job_failed");
            assertThat(last.message()).isEqualTo(failed.errorMessage());
            assertThat(last.metaJson()).contains("w-1");
        });
    }

    @Test
    void they_take_no_room_from_a_script_with_a_limit() {
        var single = TestJobs.REGISTRY.find("demo.single").orElseThrow();
        Job tampered = jobs.queued(jobs.request(single, "ada", null, "{}"));
        Job good = jobs.queued(jobs.request(single, "ada", null, "{}"));
        database.dsl().execute("UPDATE runner_jobs SET attempts = 1 WHERE id = ?", tampered.id());
        assertThat(ids(claims.claim("w", 2, QUEUES, Map.of("demo.single", 1)))).containsExactly(good.id());
    }

    private void putBack(Job job, String attempts) {
        database.dsl()
                .execute(
                        "UPDATE runner_jobs SET status = 'queued', locked_by = NULL, locked_until = NULL, attempts = "
                                + attempts + " WHERE id = ?",
                        job.id());
    }

    private static List<UUID> ids(List<ClaimedJob> claimed) {
        return claimed.stream().map(c -> c.job().id()).toList();
    }
}
