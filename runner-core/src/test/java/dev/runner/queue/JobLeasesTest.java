package dev.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobEvent;
import dev.runner.job.JobMoves;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.job.Transition;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PostgresExtension.class)
class JobLeasesTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Finish LOST =
            new Finish(Transition.FAIL, "recovered_after_crash", "gone", null, "gone", null, "{}");

    private final TestDatabase database;
    private final JobStore store;
    private final JobLeases leases;
    private final JobFinishes finishes;
    private TestJobs jobs;

    JobLeasesTest(TestDatabase database) {
        this.database = database;
        this.store = new JobStore(database.dsl());
        this.leases = new JobLeases(database.dsl(), JobLeases.DEFAULT_LEASE);
        this.finishes = new JobFinishes(database.dsl());
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @ParameterizedTest
    @EnumSource(
            value = Transition.class,
            names = {"SUCCEED", "FAIL", "TIME_OUT", "CONFIRM_CANCEL", "FAIL_WHILE_CANCELING"})
    void a_finish_needs_lease_attempt_and_status(Transition move) {
        LeaseOwner lease = claim("w");
        jobsStatus(lease.jobId(), move.from());
        assertThat(finishes.finish(new LeaseOwner(lease.jobId(), 1, "other"), finish(move)))
                .isEmpty();
        assertThat(finishes.finish(new LeaseOwner(lease.jobId(), 2, "w"), finish(move)))
                .isEmpty();
        for (Transition other : Transition.values()) {
            if (other.to().isTerminal() && other.mover() == Transition.Mover.WORKER && other.from() != move.from()) {
                assertThat(finishes.finish(lease, finish(other))).isEmpty();
            }
        }
        assertThat(finishes.finish(lease, finish(move))).isPresent();
        assertThat(finishes.finish(lease, finish(move))).isEmpty();
        var job = store.find(lease.jobId()).orElseThrow();
        assertThat(job.status()).isEqualTo(move.to());
        assertThat(job.exitCode()).isEqualTo(7);
        assertThat(job.finishedAt()).isNotNull();
        assertThat(store.attempts(job.id()).getFirst().exitCode()).isEqualTo(7);
        assertThat(store.events(job.id())).extracting(JobEvent::eventType).endsWith("job_ended");
    }

    @Test
    void an_end_is_never_before_the_start_nor_in_the_future() {
        LeaseOwner early = claim("w");
        finishes.finish(early, finish(Transition.SUCCEED, Instant.parse("1999-01-01T00:00:00Z")));
        var job = store.find(early.jobId()).orElseThrow();
        assertThat(job.finishedAt()).isEqualTo(job.startedAt());
        LeaseOwner late = claim("w");
        finishes.finish(late, finish(Transition.SUCCEED, Instant.parse("2999-01-01T00:00:00Z")));
        assertThat(store.find(late.jobId()).orElseThrow().finishedAt()).isBefore(Instant.parse("2900-01-01T00:00:00Z"));
    }

    @Test
    void how_long_it_took_is_the_difference_of_what_is_recorded() {
        LeaseOwner lease = claim("w");
        database.dsl().execute("UPDATE runner_jobs SET started_at = now() - interval '1 hour'");
        // The clock of the job's host is half an hour behind.
        Instant end = Instant.now().minus(Duration.ofMinutes(30));

        Duration took = finishes.finish(lease, finish(Transition.SUCCEED, end)).orElseThrow();

        var job = store.find(lease.jobId()).orElseThrow();
        assertThat(took).isCloseTo(Duration.between(job.startedAt(), job.finishedAt()), Duration.ofMillis(1));
        LeaseOwner early = claim("w");
        assertThat(finishes.finish(early, finish(Transition.SUCCEED, end))).hasValue(Duration.ZERO);
    }

    @Test
    void an_attempt_never_ends_before_its_own_start() {
        LeaseOwner lease = claim("w");
        Instant ended = Instant.now();
        // The process was quicker than the note of its start.
        database.dsl().execute("UPDATE runner_job_attempts SET started_at = now() + interval '1 minute'");

        finishes.finish(lease, finish(Transition.SUCCEED, ended));

        var attempt = store.attempts(lease.jobId()).getFirst();
        assertThat(attempt.startedAt()).isNotNull().isEqualTo(attempt.finishedAt());
    }

    @Test
    void an_attempt_that_was_never_started_has_no_start() {
        LeaseOwner lease = claim("w");

        finishes.finish(lease, finish(Transition.FAIL));

        assertThat(store.attempts(lease.jobId()).getFirst().startedAt()).isNull();
    }

    @Test
    void cancel_and_finish_race_to_one_end() {
        var moves = new JobMoves(database.dsl(), store);
        for (int round = 0; round < 30; round++) {
            LeaseOwner lease = claim("w");
            Parallel.run(
                    2,
                    i -> () -> i == 0
                            ? (Object) moves.cancel(lease.jobId(), "eve")
                            : finishes.finish(lease, finish(Transition.SUCCEED))
                                    .or(() -> finishes.finish(lease, finish(Transition.CONFIRM_CANCEL))));
            assertThat(store.find(lease.jobId()).orElseThrow().status()).isIn(JobStatus.SUCCESS, JobStatus.CANCELED);
            assertThat(store.events(lease.jobId()))
                    .filteredOn(e -> e.eventType().equals("job_ended"))
                    .hasSize(1);
        }
    }

    @Test
    void a_lost_attempt_goes_back_only_while_another_is_allowed() {
        LeaseOwner lease = claim("w");
        assertThat(finishes.requeue(lease, LOST, Duration.ofSeconds(5))).isFalse();
        database.dsl().execute("UPDATE runner_jobs SET max_attempts = 2");
        assertThat(finishes.requeue(new LeaseOwner(lease.jobId(), 1, "x"), LOST, Duration.ZERO))
                .isFalse();
        assertThat(finishes.requeue(lease, LOST, Duration.ofSeconds(5))).isTrue();
        var job = store.find(lease.jobId()).orElseThrow();
        assertThat(job.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(job.startedAt()).isNotNull();
        assertThat(store.events(job.id()))
                .extracting(JobEvent::eventType)
                .containsSubsequence("attempt_lost", "job_requeued");
        database.dsl().execute("UPDATE runner_jobs SET available_at = now()");
        assertThat(new JobClaims(database.dsl(), JobLeases.DEFAULT_LEASE).claim("w2", 1, List.of("default"), Map.of()))
                .singleElement()
                .satisfies(again -> {
                    assertThat(again.lease().attempt()).isEqualTo(2);
                    assertThat(again.job().startedAt()).isEqualTo(job.startedAt());
                });
    }

    @Test
    void an_attempt_whose_start_was_never_noted_is_as_old_as_its_claim() {
        LeaseOwner lease = claim("w");
        var records = new AttemptRecords(database.dsl());
        database.dsl().execute("UPDATE runner_job_attempts SET created_at = now() - interval '1 hour'");
        assertThat(records.age(lease)).hasValueSatisfying(age -> assertThat(age).isBetween(HOUR, HOUR.plusMinutes(1)));
        database.dsl().execute("UPDATE runner_job_attempts SET started_at = now() - interval '10 minutes'");
        assertThat(records.age(lease)).hasValueSatisfying(age -> assertThat(age).isLessThan(HOUR.dividedBy(2)));
    }

    @Test
    void a_failed_attempt_that_is_repeated_keeps_how_it_ended() {
        LeaseOwner lease = claim("w");
        new AttemptRecords(database.dsl()).started(lease, "workspace", "host", "boot", 1, 1);
        database.dsl().execute("UPDATE runner_jobs SET max_attempts = 2");
        Instant ended = Instant.now().minusSeconds(60).truncatedTo(ChronoUnit.MILLIS);
        var failed = new Finish(
                Transition.FAIL, "job_failed", "ended with exit code 3", 3, "x", ended, "{\"status\":\"failed\"}");

        assertThat(finishes.requeue(lease, failed, Duration.ZERO)).isTrue();

        assertThat(store.attempts(lease.jobId())).singleElement().satisfies(attempt -> {
            assertThat(attempt.exitCode()).isEqualTo(3);
            assertThat(attempt.resultJson()).contains("failed");
            assertThat(attempt.finishedAt()).isEqualTo(ended);
            assertThat(attempt.startedAt()).isBeforeOrEqualTo(ended);
        });
        assertThat(store.events(lease.jobId()))
                .extracting(JobEvent::eventType)
                .endsWith("attempt_failed", "job_requeued")
                .doesNotContain("attempt_lost");
        assertThat(store.find(lease.jobId()).orElseThrow().exitCode()).isNull();
    }

    @Test
    void renewing_tells_what_is_held_and_what_should_end() {
        LeaseOwner running = claim("w");
        LeaseOwner canceling = claim("w");
        claim("other");
        new JobMoves(database.dsl(), store).cancel(canceling.jobId(), "eve");
        database.dsl().execute("UPDATE runner_jobs SET locked_until = now() - interval '1 s'");
        assertThat(leases.renew("w"))
                .containsExactlyInAnyOrder(
                        new JobLeases.Held(running, JobStatus.RUNNING),
                        new JobLeases.Held(canceling, JobStatus.CANCEL_REQUESTED));
        assertThat(leases.held("w")).hasSize(2);
        assertThat(leases.orphans("self", List.of(), true, 10)).hasSize(1);
    }

    @Test
    void only_an_expired_lease_or_a_dead_owners_can_be_taken_and_by_one() {
        LeaseOwner lease = claim("dead");
        assertThat(leases.orphans("self", List.of(), true, 10)).isEmpty();
        var orphan = leases.orphans("self", List.of("dead"), false, 10).getFirst();
        assertThat(leases.takeOver(orphan, "thief", List.of())).isFalse();
        var won = Parallel.run(16, i -> () -> leases.takeOver(orphan, "w" + i, List.of("dead")));
        assertThat(won).filteredOn(b -> b).hasSize(1);
        assertThat(finishes.finish(lease, finish(Transition.SUCCEED))).isEmpty();
        assertThat(store.find(lease.jobId()).orElseThrow().attempts()).isEqualTo(1);
    }

    @Test
    void an_owner_that_renews_in_time_keeps_its_job() {
        claim("slow");
        database.dsl().execute("UPDATE runner_jobs SET locked_until = now() - interval '1 s'");
        var orphan = leases.orphans("self", List.of(), true, 10).getFirst();
        leases.renew("slow");
        assertThat(leases.takeOver(orphan, "thief", List.of())).isFalse();
    }

    @Test
    void a_worker_never_takes_over_from_itself() {
        claim("self");
        database.dsl().execute("UPDATE runner_jobs SET locked_until = now() - interval '1 h'");
        assertThat(leases.orphans("self", List.of(), true, 10)).isEmpty();
    }

    @Test
    void what_was_not_started_goes_back_uncounted() {
        LeaseOwner lease = claim("w");
        assertThat(finishes.giveBack(new LeaseOwner(lease.jobId(), 1, "x"), "no fork", Duration.ZERO))
                .isFalse();
        assertThat(finishes.isWritten(lease)).isFalse();
        assertThat(finishes.giveBack(lease, "no fork", Duration.ZERO)).isTrue();
        assertThat(finishes.isWritten(lease)).isTrue();
        var job = store.find(lease.jobId()).orElseThrow();
        assertThat(job.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(job.attempts()).isZero();
        assertThat(job.startedAt()).isNull();
        assertThat(store.attempts(job.id())).isEmpty();
        assertThat(new JobClaims(database.dsl(), JobLeases.DEFAULT_LEASE).claim("w2", 1, List.of("default"), Map.of()))
                .hasSize(1);
    }

    @Test
    void what_was_given_back_once_does_not_count_as_an_end_of_the_next_claim_with_its_number() {
        LeaseOwner lease = claim("w");
        assertThat(finishes.giveBack(lease, "no fork", Duration.ZERO)).isTrue();
        var claims = new JobClaims(database.dsl(), JobLeases.DEFAULT_LEASE);
        LeaseOwner again =
                claims.claim("w", 1, List.of("default"), Map.of()).getFirst().lease();
        assertThat(again).isEqualTo(lease);
        var orphan = leases.orphans("heir", List.of("w"), false, 1).getFirst();
        assertThat(leases.takeOver(orphan, "heir", List.of("w"))).isTrue();

        assertThat(finishes.isWritten(again)).isFalse();

        // Nor for one that had given it back before it took it over.
        LeaseOwner heirs = new LeaseOwner(lease.jobId(), 1, "heir");
        assertThat(finishes.giveBack(heirs, "no fork", Duration.ZERO)).isTrue();
        claims.claim("w", 1, List.of("default"), Map.of());
        assertThat(leases.takeOver(
                        leases.orphans("heir", List.of("w"), false, 1).getFirst(), "heir", List.of("w")))
                .isTrue();
        assertThat(finishes.isWritten(heirs)).isFalse();
        assertThat(finishes.giveBack(heirs, "no fork", Duration.ZERO)).isTrue();
        assertThat(finishes.isWritten(heirs)).isTrue();
    }

    @Test
    void only_the_holder_of_the_lease_can_ask_for_the_end_of_what_it_runs() {
        LeaseOwner lease = claim("w");
        assertThat(finishes.requestCancel(new LeaseOwner(lease.jobId(), 1, "other")))
                .isFalse();
        assertThat(finishes.requestCancel(new LeaseOwner(lease.jobId(), 2, "w")))
                .isFalse();
        assertThat(store.find(lease.jobId()).orElseThrow().status()).isEqualTo(JobStatus.RUNNING);

        assertThat(finishes.requestCancel(lease)).isTrue();
        assertThat(finishes.requestCancel(lease)).isFalse();

        assertThat(leases.load(lease)).map(held -> held.job().status()).contains(JobStatus.CANCEL_REQUESTED);
        assertThat(store.events(lease.jobId()).getLast()).satisfies(event -> {
            assertThat(event.eventType()).isEqualTo("job_cancel_requested");
            assertThat(event.actor()).isEqualTo("system");
        });
        assertThat(finishes.isWritten(lease)).isFalse();
    }

    @Test
    void whether_an_end_was_written_can_be_asked_after_a_lost_answer() {
        LeaseOwner lease = claim("w");
        assertThat(finishes.isWritten(lease)).isFalse();
        assertThat(leases.load(lease)).isPresent();
        assertThat(leases.holder(lease.jobId(), 1)).contains("w");
        assertThat(finishes.finish(lease, finish(Transition.SUCCEED))).isPresent();
        assertThat(finishes.finish(lease, finish(Transition.SUCCEED))).isEmpty();
        assertThat(finishes.isWritten(lease)).isTrue();
        assertThat(finishes.isWritten(new LeaseOwner(lease.jobId(), 1, "other")))
                .isFalse();
        assertThat(leases.load(lease)).isEmpty();
        assertThat(leases.holder(lease.jobId(), 1)).isEmpty();
    }

    private LeaseOwner claim(String worker) {
        jobs.queued("ada");
        return new JobClaims(database.dsl(), JobLeases.DEFAULT_LEASE)
                .claim(worker, 1, List.of("default"), Map.of())
                .getFirst()
                .lease();
    }

    private void jobsStatus(UUID id, JobStatus status) {
        database.dsl().execute("UPDATE runner_jobs SET status = ? WHERE id = ?", status.text(), id);
    }

    private static Finish finish(Transition move) {
        return finish(move, null);
    }

    private static Finish finish(Transition move, @Nullable Instant at) {
        return new Finish(move, "job_ended", "ended", 7, null, at, "{\"status\":\"x\"}");
    }
}
