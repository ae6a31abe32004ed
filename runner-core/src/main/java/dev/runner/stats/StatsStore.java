package dev.runner.stats;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.trueCondition;
import static org.jooq.impl.DSL.val;

import java.time.Instant;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Reads statistics from the table of jobs, all of one moment and by the database's clock. Thread-safe. */
public final class StatsStore {
    /** For sorting and hashing within one of these statements; what the server allows by default is not enough. */
    private static final String MEMORY = "SET LOCAL work_mem = '64MB'";

    /** Compiling would take longer than running. */
    private static final String NO_COMPILER = "SET LOCAL jit = off";

    private static final String MOMENT = """
            SELECT now(), date_bin({0} * interval '1 second', now(), timestamptz 'epoch')""";

    /**
     * One row for each script and bucket, and one for each script with {@code at} null, which only has percentiles.
     *
     * <p>Bucket by bucket rather than grouped by a computed bucket, because then all that is read comes from a short
     * stretch of one index and each group fits into the processor's cache; a million jobs take half as long.
     *
     * <p>Sorting a million durations for their percentiles would take longest of all. They are counted in bins instead,
     * each two percent wider than the one before, and a percentile is the average of the bin that holds it: within one
     * percent of the truth, and exactly it where a bin holds one job or equal ones.
     */
    private static final String FINISHED = """
            WITH cells AS MATERIALIZED (
                SELECT bucket.at, cell.* FROM generate_series({0}::timestamptz, {1}::timestamptz, {2} * interval '1 second')
                    AS bucket (at),
                LATERAL (
                    SELECT *, sum(started) OVER (PARTITION BY script_key ORDER BY bin) AS upto,
                        sum(started) OVER (PARTITION BY script_key) AS of_all
                    FROM (
                        SELECT script_key, round(50 * ln(greatest(seconds, 0.001)))::integer AS bin,
                            count(*) AS finished,
                            count(*) FILTER (WHERE status = 'success') AS success,
                            count(*) FILTER (WHERE status = 'failed') AS failed,
                            count(*) FILTER (WHERE status = 'canceled') AS canceled,
                            count(seconds) AS started, sum(seconds) AS seconds, max(seconds) AS longest,
                            count(wait) AS waits, sum(wait) AS waited, max(finished_at) AS latest
                        FROM (
                            SELECT script_key, status, finished_at,
                                date_part('epoch', finished_at - started_at) AS seconds,
                                -- One that was requeued is available since then: for what it waited before its first
                                -- start is not known any more.
                                CASE WHEN started_at >= available_at THEN started_at - available_at END AS wait
                            FROM runner_jobs
                            WHERE finished_at >= bucket.at AND finished_at < bucket.at + {2} * interval '1 second'
                              AND {3}
                            -- Keeps the expressions above from being computed anew wherever they are used.
                            OFFSET 0) job
                        GROUP BY script_key, bin) sums) cell),
            ranked AS (
                SELECT script_key, started, seconds, sum(started) OVER (PARTITION BY script_key ORDER BY bin) AS upto,
                    sum(started) OVER (PARTITION BY script_key) AS of_all
                FROM (SELECT script_key, bin, sum(started) AS started, sum(seconds) AS seconds
                      FROM cells WHERE started > 0 GROUP BY script_key, bin) whole)
            SELECT script_key, at, sum(finished)::bigint AS finished, sum(success)::bigint AS success,
                sum(failed)::bigint AS failed, sum(canceled)::bigint AS canceled, sum(started)::bigint AS started,
                coalesce(sum(seconds), 0) AS seconds, max(longest) AS longest, sum(waits)::bigint AS waits,
                coalesce(date_part('epoch', sum(waited)), 0) AS waited, max(latest) AS latest,
                min(seconds / nullif(started, 0)) FILTER (
                    WHERE upto >= ceil(of_all * 0.5) AND upto - started < ceil(of_all * 0.5)) AS p50,
                NULL::double precision AS p95
            FROM cells GROUP BY script_key, at
            UNION ALL
            SELECT script_key, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                min(seconds / started) FILTER (
                    WHERE upto >= ceil(of_all * 0.5) AND upto - started < ceil(of_all * 0.5)),
                min(seconds / started) FILTER (
                    WHERE upto >= ceil(of_all * 0.95) AND upto - started < ceil(of_all * 0.95))
            FROM ranked GROUP BY script_key""";

    private static final String CREATED = """
            SELECT bucket.at, made.jobs
            FROM generate_series({0}::timestamptz, {1}::timestamptz, {2} * interval '1 second') AS bucket (at),
            LATERAL (
                SELECT count(*) AS jobs FROM runner_jobs
                WHERE created_at >= bucket.at AND created_at < bucket.at + {2} * interval '1 second'
                  AND {3}) made""";

    private final DSLContext dsl;

    public StatsStore(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * The figures of this moment.
     *
     * @param scriptKey only this script's jobs; null: all of them
     */
    public Stats read(StatsRange range, @Nullable String scriptKey) {
        return dsl.transactionResult(configuration -> {
            DSLContext snapshot = configuration.dsl();
            snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            snapshot.execute(MEMORY);
            snapshot.execute(NO_COMPILER);
            Record moment = snapshot.fetchSingle(MOMENT, val(range.bucket().toSeconds()));
            var reading = new Reading(range, moment.get(0, Instant.class), moment.get(1, Instant.class));
            var first = val(reading.first());
            var seconds = val(range.bucket().toSeconds());
            var last = val(moment.get(1, Instant.class));
            // Written into the statement, so that each of the two forms has a plan of its own.
            Condition ofScript = scriptKey == null ? trueCondition() : RUNNER_JOBS.SCRIPT_KEY.eq(scriptKey);
            snapshot.resultQuery(CREATED, first, last, seconds, ofScript).forEach(reading::created);
            snapshot.resultQuery(FINISHED, first, last, seconds, ofScript).forEach(reading::finished);
            return reading.stats();
        });
    }
}
