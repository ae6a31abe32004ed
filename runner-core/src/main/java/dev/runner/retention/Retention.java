package dev.runner.retention;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.val;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;

/**
 * Deletes finished jobs that are older than the limit, except the newest ones, in batches that hold their locks for a
 * moment only; and the workers of that time. Jobs that wait or run are never touched. Thread-safe.
 */
public final class Retention {
    public static final Duration DEFAULT_AGE = Duration.ofDays(30);
    public static final int DEFAULT_KEPT = 100;

    private static final int BATCH = 500;

    private static final String DOOMED = """
            SELECT id FROM runner_jobs
            WHERE finished_at < now() - {0} * interval '1 second'
              AND (finished_at, id) < (
                  SELECT finished_at, id FROM runner_jobs WHERE finished_at IS NOT NULL
                  ORDER BY finished_at DESC, id DESC OFFSET {1} LIMIT 1)
            ORDER BY finished_at, id LIMIT {2} FOR UPDATE SKIP LOCKED""";

    private final DSLContext dsl;
    private final Duration age;
    private final int kept;

    public Retention(DSLContext dsl, Duration age, int kept) {
        this.dsl = dsl;
        this.age = age;
        this.kept = kept;
    }

    /** Deletes one batch, events before jobs, and returns the jobs that are gone; fewer than before means done. */
    public List<UUID> deleteBatch() {
        return dsl.transactionResult(configuration -> {
            DSLContext tx = configuration.dsl();
            // The last one kept is at place kept - 1; everything before it in time may go.
            List<UUID> doomed = tx.resultQuery(DOOMED, val(age.toSeconds()), val(Math.max(0, kept - 1)), val(BATCH))
                    .fetch(RUNNER_JOBS.ID);
            UUID[] ids = doomed.toArray(UUID[]::new);
            tx.execute("DELETE FROM runner_job_events WHERE job_id = ANY ({0})", val(ids));
            tx.execute("DELETE FROM runner_jobs WHERE id = ANY ({0})", val(ids));
            return doomed;
        });
    }

    /** Deletes workers that were not seen for as long, but for those that running jobs are still held by. */
    public int deleteWorkers() {
        return dsl.execute("""
                DELETE FROM runner_workers w WHERE last_seen_at < now() - {0} * interval '1 second'
                  AND NOT EXISTS (
                      SELECT FROM runner_jobs j
                      WHERE j.locked_by = w.id AND j.status IN ('running', 'cancel_requested'))""", val(age.toSeconds()));
    }

    /** Those of the given ids that no job has. */
    public Set<UUID> unknown(Collection<UUID> ids) {
        var unknown = new HashSet<>(ids);
        dsl.select(RUNNER_JOBS.ID)
                .from(RUNNER_JOBS)
                .where(RUNNER_JOBS.ID.in(ids))
                .forEach(row -> unknown.remove(row.value1()));
        return unknown;
    }
}
