package dev.runner.queue;

import static org.jooq.impl.DSL.val;

import java.time.Duration;
import java.util.Optional;
import org.jooq.DSLContext;

/** What is noted about an attempt while it runs. Every write names the lease; one that is lost writes nothing. Thread-safe. */
public final class AttemptRecords {
    private static final String OWNED = """
            EXISTS (SELECT FROM runner_jobs j
                WHERE j.id = {0} AND j.attempts = {1} AND j.locked_by = {2}
                  AND j.status IN ('running', 'cancel_requested'))""";

    private final DSLContext dsl;

    public AttemptRecords(DSLContext dsl) {
        this.dsl = dsl;
    }

    /** The process that executes the attempt. Its start is noted once, at the first time. */
    public boolean started(LeaseOwner lease, String provider, String host, String bootId, long pid, long startTicks) {
        return dsl.execute(
                        """
                        UPDATE runner_job_attempts SET dispatch_status = 'dispatch_confirmed', final_provider = {3},
                            host = {4}, boot_id = {5}, pid = {6}, start_ticks = {7},
                            started_at = coalesce(started_at, now())
                        WHERE job_id = {0} AND attempt = {1} AND """ + " " + OWNED,
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(provider),
                        val(host),
                        val(bootId),
                        val(pid),
                        val(startTicks))
                == 1;
    }

    public boolean refused(LeaseOwner lease, String category) {
        return dsl.execute(
                        """
                        UPDATE runner_job_attempts SET dispatch_status = 'dispatch_failed', api_failure_category = {3}
                        WHERE job_id = {0} AND attempt = {1} AND """ + " " + OWNED,
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(category))
                == 1;
    }

    /** An event of the system about a job this worker holds. */
    public boolean event(LeaseOwner lease, String type, String message) {
        return dsl.execute(
                        """
                        INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                        SELECT {0}, {3}, {4}, 'system',
                            jsonb_build_object('attempt', {1}::integer, 'worker_id', {2}::text)
                        WHERE """ + " " + OWNED,
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(lease.workerId()),
                        val(type),
                        val(message))
                == 1;
    }

    /** The lease was lost: noted for those who read the history, without touching the job, which is another's now. */
    public void leaseLost(LeaseOwner lease) {
        dsl.execute("""
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, 'lease_lost', 'a worker lost the job and ended its part of it', 'system',
                    jsonb_build_object('attempt', {1}::integer, 'worker_id', {2}::text)
                FROM runner_jobs WHERE id = {0}""", val(lease.jobId()), val(lease.attempt()), val(lease.workerId()));
    }

    /**
     * How long the attempt has been running, by the database's clock. If its start was never noted, because its worker
     * died on the way, since its claim: otherwise it would get its whole time again.
     */
    public Optional<Duration> age(LeaseOwner lease) {
        return dsl.resultQuery("""
                        SELECT (extract(epoch FROM now() - coalesce(started_at, created_at)) * 1000)::bigint
                        FROM runner_job_attempts WHERE job_id = {0} AND attempt = {1}""", val(lease.jobId()), val(lease.attempt()))
                .fetchOptional(0, Long.class)
                .map(Duration::ofMillis);
    }
}
