package dev.runner.queue;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.val;

import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Keeps, takes over and gives up the leases of running jobs. All times are the database's. Thread-safe. */
public final class JobLeases {
    /** How long a job stays its worker's own without a heartbeat, unless an installation says otherwise. */
    public static final Duration DEFAULT_LEASE = Duration.ofMinutes(2);

    private final DSLContext dsl;
    private final Duration lease;

    public JobLeases(DSLContext dsl, Duration lease) {
        this.dsl = dsl;
        this.lease = lease;
    }

    /** A job this worker still holds, and whether somebody wants it ended. */
    public record Held(LeaseOwner lease, JobStatus status) {}

    /** A running job without a living owner. */
    public record Orphan(ClaimedJob job, @Nullable String formerOwner) {}

    /** Renews every lease of a worker in one statement. What is missing in the answer is no longer its own. */
    public List<Held> renew(String workerId) {
        return dsl.resultQuery("""
                        UPDATE runner_jobs SET locked_until = now() + {1} * interval '1 millisecond', heartbeat_at = now()
                        WHERE locked_by = {0} AND status IN ('running', 'cancel_requested')
                        RETURNING id, attempts, status""", val(workerId), val(lease.toMillis())).fetch(row -> held(row, workerId));
    }

    /** What this worker holds, without renewing it: how a cancel is noticed between two heartbeats. */
    public List<Held> held(String workerId) {
        return dsl.resultQuery(
                        "SELECT id, attempts, status FROM runner_jobs"
                                + " WHERE locked_by = {0} AND status IN ('running', 'cancel_requested')",
                        val(workerId))
                .fetch(row -> held(row, workerId));
    }

    private static Held held(org.jooq.Record row, String workerId) {
        return new Held(
                new LeaseOwner(row.get(RUNNER_JOBS.ID), row.get(RUNNER_JOBS.ATTEMPTS), workerId),
                JobStatus.of(row.get(RUNNER_JOBS.STATUS)));
    }

    /** The job, if this lease still holds. */
    public Optional<ClaimedJob> load(LeaseOwner lease) {
        return dsl.selectFrom(RUNNER_JOBS)
                .where(RUNNER_JOBS.ID.eq(lease.jobId()))
                .and(RUNNER_JOBS.ATTEMPTS.eq(lease.attempt()))
                .and(RUNNER_JOBS.LOCKED_BY.eq(lease.workerId()))
                .and(RUNNER_JOBS.STATUS.in(JobStatus.RUNNING.text(), JobStatus.CANCEL_REQUESTED.text()))
                .fetchOptional(row -> new ClaimedJob(JobStore.toJob(row), lease));
    }

    /** Who holds the attempt now; empty when it is over. */
    public Optional<String> holder(UUID jobId, int attempt) {
        return dsl.select(RUNNER_JOBS.LOCKED_BY)
                .from(RUNNER_JOBS)
                .where(RUNNER_JOBS.ID.eq(jobId))
                .and(RUNNER_JOBS.ATTEMPTS.eq(attempt))
                .and(RUNNER_JOBS.STATUS.in(JobStatus.RUNNING.text(), JobStatus.CANCEL_REQUESTED.text()))
                .fetchOptional(RUNNER_JOBS.LOCKED_BY);
    }

    /** The clock by which leases run. */
    public Instant databaseTime() {
        return dsl.select(DSL.currentInstant()).fetchSingle().value1();
    }

    /** Running jobs of others whose lease ran out, and those of the given owners, who are known to be dead. */
    public List<Orphan> orphans(String self, List<String> deadOwners, boolean expiredToo, int limit) {
        return dsl.resultQuery("""
                        SELECT * FROM runner_jobs
                        WHERE status IN ('running', 'cancel_requested')
                          AND locked_by IS DISTINCT FROM {3}
                          AND (locked_by IS NULL OR locked_by = ANY ({0}) OR ({1} AND locked_until < now()))
                        ORDER BY locked_until NULLS FIRST, id LIMIT {2}""", val(deadOwners.toArray(String[]::new)), val(expiredToo), val(limit), val(self))
                .coerce(RUNNER_JOBS)
                .fetch(row -> {
                    var job = JobStore.toJob(row);
                    String owner = row.getLockedBy();
                    return new Orphan(
                            new ClaimedJob(job, new LeaseOwner(job.id(), job.attempts(), owner == null ? "" : owner)),
                            owner);
                });
    }

    /** Makes the orphan this worker's own, same attempt; false when somebody else was quicker or its owner came back. */
    public boolean takeOver(Orphan orphan, String workerId, List<String> deadOwners) {
        var lease = orphan.job().lease();
        return dsl.execute(
                        """
                        UPDATE runner_jobs SET locked_by = {0}, locked_until = now() + {5} * interval '1 millisecond',
                            heartbeat_at = now(), updated_at = now()
                        WHERE id = {1} AND attempts = {2} AND status IN ('running', 'cancel_requested')
                          AND locked_by IS NOT DISTINCT FROM {3}
                          AND (locked_by IS NULL OR locked_by = ANY ({4}) OR locked_until < now())""",
                        val(workerId),
                        val(lease.jobId()),
                        val(lease.attempt()),
                        val(orphan.formerOwner(), String.class),
                        val(deadOwners.toArray(String[]::new)),
                        val(this.lease.toMillis()))
                == 1;
    }
}
