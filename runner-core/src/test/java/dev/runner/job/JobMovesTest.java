package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobMoves.CancelOutcome;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PostgresExtension.class)
class JobMovesTest {
    private final TestJobs jobs;
    private final JobStore store;
    private final JobMoves moves;
    private final TestDatabase database;

    JobMovesTest(TestDatabase database) {
        this.database = database;
        this.jobs = new TestJobs(database);
        this.store = new JobStore(database.dsl());
        this.moves = new JobMoves(database.dsl(), store);
    }

    @ParameterizedTest
    @EnumSource(JobStatus.class)
    void cancel_does_in_every_state_what_the_contract_says(JobStatus status) {
        Job job = jobs.queued("ada");
        jobs.put(job.id(), status);
        Class<?> expected = switch (status) {
            case QUEUED -> CancelOutcome.Canceled.class;
            case RUNNING, CANCEL_REQUESTED -> CancelOutcome.Requested.class;
            case SUCCESS, FAILED, CANCELED, TIMEOUT -> CancelOutcome.AlreadyFinished.class;
        };
        assertThat(moves.cancel(job.id(), "eve")).isInstanceOf(expected);

        Job after = store.find(job.id()).orElseThrow();
        JobStatus wanted = switch (status) {
            case QUEUED -> JobStatus.CANCELED;
            case RUNNING -> JobStatus.CANCEL_REQUESTED;
            default -> status;
        };
        assertThat(after.status()).isEqualTo(wanted);
        assertThat(after.finishedAt() != null).isEqualTo(wanted.isTerminal());
    }

    @Test
    void the_events_name_who_canceled() {
        Job waiting = jobs.queued("ada");
        moves.cancel(waiting.id(), "eve");
        assertThat(store.events(waiting.id()))
                .extracting(JobEvent::eventType, JobEvent::actor)
                .contains(org.assertj.core.groups.Tuple.tuple("job_canceled", "eve"));

        Job running = jobs.queued("ada");
        jobs.put(running.id(), JobStatus.RUNNING);
        moves.cancel(running.id(), "eve");
        moves.cancel(running.id(), "eve");
        assertThat(store.events(running.id()))
                .extracting(JobEvent::eventType)
                .containsExactly("job_created", "job_cancel_requested");
    }

    @Test
    void an_unknown_job_cannot_be_canceled() {
        assertThat(moves.cancel(UUID.randomUUID(), "eve")).isInstanceOf(CancelOutcome.Unknown.class);
    }

    @Test
    void of_many_who_cancel_at_once_one_does_it() {
        Job job = jobs.queued("ada");
        var outcomes = Parallel.run(32, i -> () -> moves.cancel(job.id(), "person" + i));
        assertThat(outcomes)
                .filteredOn(o -> o instanceof CancelOutcome.Canceled)
                .hasSize(1);
        assertThat(outcomes)
                .filteredOn(o -> o instanceof CancelOutcome.AlreadyFinished)
                .hasSize(31);
        assertThat(store.events(job.id()))
                .extracting(JobEvent::eventType)
                .containsExactly("job_created", "job_canceled");
    }

    @Test
    void a_claim_and_a_cancel_never_both_win() {
        for (int round = 0; round < 20; round++) {
            Job job = jobs.queued("ada");
            var won = Parallel.run(
                    2,
                    i -> () -> i == 0
                            ? moves.cancel(job.id(), "eve") instanceof CancelOutcome.Canceled
                            : database.dsl()
                                            .execute(
                                                    "UPDATE runner_jobs SET status = 'running', started_at = now()"
                                                            + " WHERE id = ? AND status = 'queued'",
                                                    job.id())
                                    == 1);
            assertThat(won).containsExactlyInAnyOrder(true, false);
            JobStatus status = store.find(job.id()).orElseThrow().status();
            assertThat(status).isEqualTo(won.get(0) ? JobStatus.CANCELED : JobStatus.CANCEL_REQUESTED);
        }
    }
}
