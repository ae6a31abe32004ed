package dev.runner.queue;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.val;

import dev.runner.job.Job;
import dev.runner.job.JobStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.jooq.DSLContext;

/** Takes waiting jobs for a worker, each exactly once, however many workers do so at the same time. Thread-safe. */
public final class JobClaims {
    private static final int LOCK_CLAIM = 0x52554E04;

    /**
     * Rows that another worker is looking at are skipped, not waited for. Of those locked here, only as many of a script
     * with a limit of its own are taken as the limit leaves room for; the rest are let go with the commit, and jobs
     * behind them come up in the next round.
     *
     * <p>The number of slots ({3}) is written into the text, not bound. Of a bound one the planner knows nothing, expects a
     * tenth of all waiting jobs, finds a plan for that number far dearer than one for eight, and so plans each claim anew;
     * with 200,000 waiting, that took as long as the claim itself. There are as many texts as slots, all of them short.
     */
    private static final String CLAIM = """
            WITH running AS (
                SELECT script_key, count(*) AS active FROM runner_jobs
                WHERE status IN ('running', 'cancel_requested') AND script_key = ANY ({0}) GROUP BY script_key),
            room AS (
                SELECT l.script_key, l.allowed - coalesce(r.active, 0) AS free
                FROM unnest({0}, {1}) AS l (script_key, allowed) LEFT JOIN running r USING (script_key)),
            candidates AS MATERIALIZED (
                SELECT id, script_key, priority, created_at FROM runner_jobs
                WHERE status = 'queued' AND available_at <= now() AND queue = ANY ({2})
                  AND NOT EXISTS (SELECT FROM room WHERE room.script_key = runner_jobs.script_key AND free <= 0)
                ORDER BY priority DESC, created_at, id
                FOR UPDATE SKIP LOCKED LIMIT {3}),
            ranked AS (
                SELECT id, script_key,
                    row_number() OVER (PARTITION BY script_key ORDER BY priority DESC, created_at, id) AS place,
                    row_number() OVER (ORDER BY priority DESC, created_at, id) AS turn
                FROM candidates),
            claimed AS (
                UPDATE runner_jobs j SET status = 'running', attempts = attempts + 1,
                    started_at = coalesce(started_at, now()), heartbeat_at = now(), updated_at = now(),
                    locked_by = {4}, locked_until = now() + {5} * interval '1 millisecond'
                FROM ranked c LEFT JOIN room USING (script_key)
                WHERE j.id = c.id AND j.status = 'queued' AND (room.free IS NULL OR c.place <= room.free)
                %s
                RETURNING j.*),
            attempt AS (
                INSERT INTO runner_job_attempts (job_id, attempt, worker_id, selected_provider)
                SELECT id, attempts, {4}, provider FROM claimed),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, 'job_claimed', 'taken by a worker', 'system',
                    jsonb_build_object('worker_id', {4}, 'attempt', attempts)
                FROM claimed)
            SELECT * FROM claimed ORDER BY priority DESC, created_at, id""";

    private static final String CLAIM_FREELY = CLAIM.formatted("");

    /**
     * Counted in the statement that takes, whoever holds what is counted: a worker knows only of the jobs in its own
     * hands, while those of a dead one, or of one that adopts without being the launcher, take slots as well. The count
     * reads the index of running leases, which is as small as the cap.
     */
    private static final String CLAIM_WITHIN = CLAIM.formatted("""
            AND c.turn <= {6} - (
                SELECT count(*) FROM runner_jobs WHERE status IN ('running', 'cancel_requested'))""");

    private final DSLContext dsl;
    private final Duration lease;

    public JobClaims(DSLContext dsl, Duration lease) {
        this.dsl = dsl;
        this.lease = lease;
    }

    /**
     * Claims up to {@code slots} jobs of these queues.
     *
     * @param scriptLimits how many runs of a script may be active at once, for the scripts that have a limit
     */
    public List<ClaimedJob> claim(
            String workerId, int slots, Collection<String> queues, Map<String, Integer> scriptLimits) {
        return claim(new Request(workerId, OptionalInt.empty(), queues, scriptLimits), slots);
    }

    /**
     * The same, but never so many that more than {@code cap} jobs run in the whole installation.
     *
     * <p>For one claimer at a time, which is what the launcher lock sees to: two at the very same moment would not count
     * each other's.
     */
    public List<ClaimedJob> claimWithin(
            int cap, String workerId, int slots, Collection<String> queues, Map<String, Integer> scriptLimits) {
        return claim(new Request(workerId, OptionalInt.of(cap), queues, scriptLimits), slots);
    }

    private record Request(
            String workerId, OptionalInt cap, Collection<String> queues, Map<String, Integer> scriptLimits) {}

    private List<ClaimedJob> claim(Request request, int slots) {
        var claimed = new ArrayList<ClaimedJob>();
        int before;
        do {
            before = claimed.size();
            claimed.addAll(round(request, slots - before));
            // A round cut short by a script's limit leaves slots for the jobs behind; the script is full by then.
        } while (!request.scriptLimits().isEmpty() && claimed.size() > before && claimed.size() < slots);
        return claimed;
    }

    private List<ClaimedJob> round(Request request, int slots) {
        if (request.scriptLimits().isEmpty()) {
            // One statement is its own transaction; saying so would take two more messages for each job.
            return take(dsl, request, slots);
        }
        return dsl.transactionResult(configuration -> {
            // The limit of a script is counted by one worker at a time; without limits nobody waits.
            configuration.dsl().execute("SELECT pg_advisory_xact_lock(?, 0)", LOCK_CLAIM);
            return take(configuration.dsl(), request, slots);
        });
    }

    private List<ClaimedJob> take(DSLContext tx, Request request, int slots) {
        return tx.resultQuery(
                        request.cap().isPresent() ? CLAIM_WITHIN : CLAIM_FREELY,
                        val(request.scriptLimits().keySet().toArray(String[]::new)),
                        val(request.scriptLimits().values().toArray(Integer[]::new)),
                        val(request.queues().toArray(String[]::new)),
                        inline(slots),
                        val(request.workerId()),
                        val(lease.toMillis()),
                        val(request.cap().orElse(0)))
                .coerce(RUNNER_JOBS)
                .fetch(row -> {
                    Job job = JobStore.toJob(row);
                    return new ClaimedJob(job, new LeaseOwner(job.id(), job.attempts(), request.workerId()));
                });
    }
}
