package dev.runner.queue;

import static org.jooq.impl.DSL.val;

import dev.runner.job.JobEvent;
import dev.runner.job.Transition;
import java.time.Duration;
import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The worker's moves that end an attempt, and the one that asks for an end. Each is one statement that checks status, lease and attempt, and writes the
 * job, the attempt and the event together; false, or nothing, means that nothing was changed, because the lease is not ours any more
 * or the job moved on. Thread-safe.
 */
public final class JobFinishes {
    private static final String FINISH = """
            WITH moved AS (
                UPDATE runner_jobs SET status = {0}, updated_at = now(),
                    -- A worker's clock may be wrong; the end is never before the start, nor after now.
                    finished_at = greatest(started_at, least(now(), coalesce({1}::timestamptz, now()))),
                    exit_code = {2}, error_message = {3}, last_error = coalesce({3}, last_error),
                    locked_by = NULL, locked_until = NULL
                WHERE id = {4} AND attempts = {5} AND locked_by = {6} AND status = {7}
                RETURNING id, attempts, started_at, finished_at),
            attempt AS (
                UPDATE runner_job_attempts a SET finished_at = moved.finished_at, exit_code = {2},
                    -- Noted once the process was there; a quick one may have ended by then. One that never was has none.
                    started_at = CASE WHEN a.started_at > moved.finished_at THEN moved.finished_at ELSE a.started_at END,
                    result_json = {8}::jsonb
                FROM moved WHERE a.job_id = moved.id AND a.attempt = moved.attempts),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, {9}, {10}, 'system',
                    jsonb_build_object('attempt', attempts, 'worker_id', {6})
                        || CASE WHEN cardinality({11}::bigint[]) > 0
                            THEN jsonb_build_object('leaked_pids', {11}::bigint[]) ELSE '{}' END
                FROM moved)
            SELECT (extract(epoch FROM finished_at - started_at) * 1000)::bigint FROM moved""";

    private static final String REQUEUE = """
            WITH moved AS (
                UPDATE runner_jobs SET status = {0}, updated_at = now(), last_error = {1},
                    available_at = now() + {2} * interval '1 millisecond', locked_by = NULL, locked_until = NULL
                WHERE id = {3} AND attempts = {4} AND locked_by = {5} AND status = {6} AND attempts < max_attempts
                RETURNING id, attempts),
            ended AS (
                SELECT id, attempts, least(now(), coalesce({7}::timestamptz, now())) AS finished_at FROM moved),
            attempt AS (
                UPDATE runner_job_attempts a SET exit_code = {8}, result_json = {9}::jsonb, finished_at = e.finished_at,
                    started_at = CASE WHEN a.started_at > e.finished_at THEN e.finished_at ELSE a.started_at END
                FROM ended e WHERE a.job_id = e.id AND a.attempt = e.attempts),
            events AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, e.type, e.message, 'system', e.meta
                FROM moved, LATERAL (VALUES
                    (1, {10}, {1}, jsonb_build_object('attempt', attempts, 'worker_id', {5})),
                    (2, 'job_requeued', 'will be tried again',
                        jsonb_build_object('attempt', attempts, 'worker_id', {5}, 'backoff_ms', {2})))
                    AS e (place, type, message, meta)
                ORDER BY e.place)
            SELECT id FROM moved""";

    /** As if it had not been claimed: nothing was started, so nothing was tried. */
    private static final String GIVE_BACK = """
            WITH moved AS (
                UPDATE runner_jobs SET status = {0}, updated_at = now(), last_error = {1},
                    attempts = attempts - 1, started_at = CASE WHEN attempts > 1 THEN started_at END,
                    heartbeat_at = NULL, locked_by = NULL, locked_until = NULL,
                    available_at = now() + {6} * interval '1 millisecond'
                WHERE id = {2} AND attempts = {3} AND locked_by = {4} AND status = {5}
                RETURNING id),
            attempt AS (
                DELETE FROM runner_job_attempts a USING moved WHERE a.job_id = moved.id AND a.attempt = {3}),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, 'job_requeued', 'given back, nothing was started: ' || {1}, 'system',
                    jsonb_build_object('attempt', {3}, 'worker_id', {4})
                FROM moved)
            SELECT id FROM moved""";

    private static final String REQUEST_CANCEL = """
            WITH moved AS (
                UPDATE runner_jobs SET status = {0}, updated_at = now()
                WHERE id = {1} AND attempts = {2} AND locked_by = {3} AND status = {4}
                RETURNING id),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, {5}, 'asked to end, because its worker stops', 'system', jsonb_build_object('worker_id', {3})
                FROM moved)
            SELECT id FROM moved""";

    /**
     * Of the events since the attempt was claimed last, by whomever: one that was given back is claimed again under the
     * same number, perhaps by the same worker, and what was written about it before says nothing about this time.
     */
    private static final String WRITTEN = """
            WITH told AS (
                SELECT id, event_type, meta_json ->> 'worker_id' AS worker_id FROM runner_job_events
                WHERE job_id = {0} AND meta_json ->> 'attempt' = {1}::text)
            SELECT EXISTS (SELECT FROM told
                WHERE worker_id = {2}
                  AND event_type NOT IN ('job_claimed', 'job_adopted', 'attempt_left_alone', 'lease_lost')
                  AND id > (SELECT coalesce(max(id), 0) FROM told WHERE event_type = 'job_claimed'))""";

    private final DSLContext dsl;

    public JobFinishes(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * Ends the job.
     *
     * @return how long it took from its first start, as the row has it: whoever asked for the end by the clock of the
     *     worker, and for the start by that of the database, got the difference between the two as well
     */
    public Optional<Duration> finish(LeaseOwner lease, Finish finish) {
        return dsl.resultQuery(
                        FINISH,
                        val(finish.move().to().text()),
                        val(timestamp(finish.finishedAt())),
                        val(finish.exitCode(), Integer.class),
                        val(finish.errorMessage(), String.class),
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(finish.move().from().text()),
                        val(finish.resultJson(), String.class),
                        val(finish.eventType()),
                        val(finish.message()),
                        val(finish.leaked().toArray(Long[]::new)))
                .fetchOptional(0, Long.class)
                .map(Duration::ofMillis);
    }

    /**
     * Back into the queue after an attempt that came to nothing, if another one is allowed. How it ended stays with the
     * attempt: lost, or failed with an exit code.
     */
    public boolean requeue(LeaseOwner lease, Finish end, Duration backoff) {
        return dsl.fetchOptional(
                        REQUEUE,
                        val(Transition.REQUEUE.to().text()),
                        val(end.message()),
                        val(backoff.toMillis()),
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(Transition.REQUEUE.from().text()),
                        val(timestamp(end.finishedAt())),
                        val(end.exitCode(), Integer.class),
                        val(end.resultJson(), String.class),
                        val(end.exitCode() == null ? "attempt_lost" : "attempt_failed"))
                .isPresent();
    }

    /** Back into the queue, uncounted, because this worker turned out to be unable to start anything just now. */
    public boolean giveBack(LeaseOwner lease, String reason, Duration pause) {
        return dsl.fetchOptional(
                        GIVE_BACK,
                        val(Transition.REQUEUE.to().text()),
                        val(reason),
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(Transition.REQUEUE.from().text()),
                        val(pause.toMillis()))
                .isPresent();
    }

    /** A stopping worker wants to end what it runs. What is no longer its own is not its to end. */
    public boolean requestCancel(LeaseOwner lease) {
        return dsl.fetchOptional(
                        REQUEST_CANCEL,
                        val(Transition.REQUEST_CANCEL.to().text()),
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(Transition.REQUEST_CANCEL.from().text()),
                        val(JobEvent.CANCEL_REQUESTED))
                .isPresent();
    }

    /** Whether this lease has written an end: what to ask when the answer to a write was lost with the connection. */
    public boolean isWritten(LeaseOwner lease) {
        return dsl.fetchSingle(WRITTEN, val(lease.jobId()), val(lease.attempt()), val(lease.workerId()))
                .get(0, Boolean.class);
    }

    private static @Nullable String timestamp(java.time.@Nullable Instant instant) {
        return instant == null ? null : instant.toString();
    }
}
