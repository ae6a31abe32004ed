package dev.runner.queue;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.val;

import dev.runner.job.Job;
import dev.runner.job.JobStore;
import dev.runner.job.Transition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes waiting jobs for a worker, each exactly once, however many workers do so at the same time. Thread-safe. */
public final class JobClaims {
    private static final Logger LOG = LoggerFactory.getLogger(JobClaims.class);
    private static final int LOCK_CLAIM = 0x52554E04;

    /**
     * Rows that another worker is looking at are skipped, not waited for. Of those locked here, only as many of a script
     * with a limit of its own are taken as the limit leaves room for; the rest are let go with the commit, and jobs
     * behind them come up in the next round.
     *
     * <p>A row that cannot be claimed fails here instead, and is counted nowhere. The product makes none; whoever puts a
     * job back into the queue by hand does, and were it claimed like the others, its violated constraint would undo the
     * claims of all of them, in every round.
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
                SELECT id, script_key, priority, created_at, attempts, max_attempts FROM runner_jobs
                WHERE status = 'queued' AND available_at <= now() AND queue = ANY ({2})
                  AND NOT EXISTS (SELECT FROM room WHERE room.script_key = runner_jobs.script_key AND free <= 0)
                ORDER BY priority DESC, created_at, id
                FOR UPDATE SKIP LOCKED LIMIT {3}),
            judged AS (
                SELECT c.*, CASE
                    WHEN attempts >= max_attempts
                        THEN 'all its attempts are used up, ' || attempts || ' of ' || max_attempts
                    WHEN EXISTS (
                        SELECT FROM runner_job_attempts a WHERE a.job_id = c.id AND a.attempt = c.attempts + 1)
                        THEN 'its attempt ' || attempts + 1 || ' has been made already'
                    END AS flaw
                FROM candidates c),
            ranked AS (
                SELECT id, script_key,
                    row_number() OVER (PARTITION BY script_key ORDER BY priority DESC, created_at, id) AS place,
                    row_number() OVER (ORDER BY priority DESC, created_at, id) AS turn
                FROM judged WHERE flaw IS NULL),
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
            refused AS (
                UPDATE runner_jobs j SET status = 'failed', updated_at = now(),
                    started_at = coalesce(started_at, now()), finished_at = greatest(started_at, now()),
                    error_message = {7} || flaw || {8}, last_error = {7} || flaw || {8}
                FROM judged c WHERE j.id = c.id AND j.status = 'queued' AND c.flaw IS NOT NULL
                RETURNING j.*),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, 'job_claimed', 'taken by a worker', 'system',
                    jsonb_build_object('worker_id', {4}, 'attempt', attempts)
                FROM claimed
                UNION ALL
                SELECT id, 'job_failed', error_message, 'system', jsonb_build_object('worker_id', {4}) FROM refused)
            SELECT * FROM claimed UNION ALL SELECT * FROM refused ORDER BY priority DESC, created_at, id""";

    private static final String NOT_STARTED = "it waited for another start although ";
    private static final String BY_HAND =
            "; its row was changed by hand, and nothing was started: a job is run again with a retry";

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

    /** What one statement took out of the queue. */
    private record Taken(List<ClaimedJob> claimed, List<Job> refused) {}

    private List<ClaimedJob> claim(Request request, int slots) {
        var claimed = new ArrayList<ClaimedJob>();
        boolean more;
        do {
            Taken taken = round(request, slots - claimed.size());
            claimed.addAll(taken.claimed());
            taken.refused().forEach(JobClaims::tell);
            // A round cut short by a script's limit leaves slots for the jobs behind; the script is full by then. So
            // does one that met rows which could not be claimed; those are gone by then.
            more = !taken.refused().isEmpty()
                    || (!request.scriptLimits().isEmpty() && !taken.claimed().isEmpty());
        } while (more && claimed.size() < slots);
        return claimed;
    }

    private static void tell(Job job) {
        LOG.atWarn()
                .addKeyValue("job_id", job.id())
                .addKeyValue("script_key", job.scriptKey())
                .addKeyValue("status_from", Transition.REFUSE.from().text())
                .addKeyValue("status_to", Transition.REFUSE.to().text())
                .log("a job could not be claimed: {}", job.errorMessage());
    }

    private Taken round(Request request, int slots) {
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

    private Taken take(DSLContext tx, Request request, int slots) {
        List<Job> jobs = tx.resultQuery(
                        request.cap().isPresent() ? CLAIM_WITHIN : CLAIM_FREELY,
                        val(request.scriptLimits().keySet().toArray(String[]::new)),
                        val(request.scriptLimits().values().toArray(Integer[]::new)),
                        val(request.queues().toArray(String[]::new)),
                        inline(slots),
                        val(request.workerId()),
                        val(lease.toMillis()),
                        val(request.cap().orElse(0)),
                        inline(NOT_STARTED),
                        inline(BY_HAND))
                .coerce(RUNNER_JOBS)
                .fetch(JobStore::toJob);
        Map<Boolean, List<Job>> byClaim =
                jobs.stream().collect(Collectors.partitioningBy(job -> job.status() == Transition.CLAIM.to()));
        return new Taken(
                byClaim.getOrDefault(true, List.of()).stream()
                        .map(job -> new ClaimedJob(job, new LeaseOwner(job.id(), job.attempts(), request.workerId())))
                        .toList(),
                byClaim.getOrDefault(false, List.of()));
    }
}
