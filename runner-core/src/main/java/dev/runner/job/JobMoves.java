package dev.runner.job;

import static org.jooq.impl.DSL.val;

import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jooq.DSLContext;

/**
 * The moves the API makes, each one compare-and-set statement that also writes the event: the move and its record
 * cannot come apart. Thread-safe.
 */
public final class JobMoves {
    /** What each move of the API records. */
    private static final Map<Transition, String> EVENTS =
            Map.of(Transition.CANCEL, JobEvent.CANCELED, Transition.REQUEST_CANCEL, JobEvent.CANCEL_REQUESTED);

    private static final String MOVE = """
            WITH moved AS (
                UPDATE runner_jobs SET status = {0}, updated_at = now(),
                    finished_at = CASE WHEN {1} THEN now() END
                WHERE id = {2} AND status = {3}
                RETURNING id),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor)
                SELECT id, {4}, {5}, {6} FROM moved)
            SELECT id FROM moved""";

    private final DSLContext dsl;
    private final JobStore jobs;

    public JobMoves(DSLContext dsl, JobStore jobs) {
        this.dsl = dsl;
        this.jobs = jobs;
    }

    /** What asking for a job's end can lead to. */
    public sealed interface CancelOutcome {
        /** It had not started, and never will. */
        record Canceled(Job job) implements CancelOutcome {}

        /** It is running, and its worker has been told; also the answer when somebody told it before. */
        record Requested(Job job) implements CancelOutcome {}

        record AlreadyFinished(Job job) implements CancelOutcome {}

        record Unknown() implements CancelOutcome {}
    }

    public CancelOutcome cancel(UUID id, String actor) {
        // A lost attempt may go back to the queue between two looks; each round sees a later attempt, so it ends.
        while (true) {
            if (moved(Transition.CANCEL, id, actor, "canceled before it started")) {
                return seen(id, CancelOutcome.Canceled::new);
            }
            if (moved(Transition.REQUEST_CANCEL, id, actor, "asked to end")) {
                return seen(id, CancelOutcome.Requested::new);
            }
            Optional<Job> job = jobs.find(id);
            if (job.isEmpty()) {
                return new CancelOutcome.Unknown();
            }
            if (job.get().status() == JobStatus.CANCEL_REQUESTED) {
                return new CancelOutcome.Requested(job.get());
            }
            if (job.get().status().isTerminal()) {
                return new CancelOutcome.AlreadyFinished(job.get());
            }
        }
    }

    private CancelOutcome seen(UUID id, Function<Job, CancelOutcome> outcome) {
        return jobs.find(id).map(outcome).orElseGet(CancelOutcome.Unknown::new);
    }

    private boolean moved(Transition move, UUID id, String actor, String message) {
        String event = EVENTS.get(move);
        if (event == null) {
            throw new IllegalArgumentException(move + " is not a move of the API");
        }
        return dsl.fetchOptional(
                        MOVE,
                        val(move.to().text()),
                        val(move.to().isTerminal()),
                        val(id),
                        val(move.from().text()),
                        val(event),
                        val(message),
                        val(actor))
                .isPresent();
    }
}
