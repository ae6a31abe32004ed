package dev.runner.bench;

import static org.jooq.impl.DSL.val;

import java.util.List;
import java.util.UUID;
import org.jooq.DSLContext;

/** Fills the table of jobs in bulk, and keeps it at that while jobs are claimed. */
final class ManyJobs {
    /**
     * Spread over time, people and scripts as long use would leave them, with ids ordered by time as the product's are:
     * a million finished ones are those of a month. They waited up to twenty seconds, and took between one second and
     * seven minutes, each script another while.
     */
    private static final String FILL = """
            INSERT INTO runner_jobs (id, repo_id, script_key, args_json, status, requested_by, created_at, started_at,
                finished_at, exit_code, attempts, priority, available_at, timeout_seconds)
            SELECT uuidv7(at - now()), {0}, (ARRAY['nb.stage', 'bts.stage', 'ic.stage', 'stcc.stage'])[1 + n % 4],
                '{"retries": 3}', CASE WHEN done THEN (ARRAY['success', 'failed', 'timeout'])[1 + n % 3] ELSE 'queued' END,
                'person' || n % 500, at, CASE WHEN done THEN least(now(), at + wait) END,
                CASE WHEN done THEN least(now(), at + wait + duration) END,
                CASE WHEN done THEN 0 END, CASE WHEN done THEN 1 ELSE 0 END, 0, at, 3600
            FROM (SELECT n, {1}::boolean AS done, now() - n * interval '2.5 seconds' AS at,
                      n % 20 * interval '1 second' AS wait,
                      exp(n % 1000 * 79 % 1000 / 333.0 + n % 4) * interval '1 second' AS duration
                  FROM generate_series(1, {2}) n) rows""";

    private static final String QUEUE = """
            INSERT INTO runner_jobs (id, repo_id, script_key, args_json, status, requested_by, timeout_seconds)
            SELECT uuidv7(), {0}, (ARRAY['nb.stage', 'bts.stage', 'ic.stage', 'stcc.stage'])[1 + n % 4],
                '{"retries": 3}', 'queued', 'person1', 3600
            FROM generate_series(1, {1}) n""";

    private static final String FINISH = """
            UPDATE runner_jobs SET status = 'success', finished_at = now(), exit_code = 0, locked_by = NULL,
                locked_until = NULL
            WHERE status = 'running'""";

    private final DSLContext dsl;
    private final UUID repo = UUID.randomUUID();

    ManyJobs(DSLContext dsl) {
        this.dsl = dsl;
        dsl.execute(
                "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES ({0}, 'bench', 'local_path', '/x')",
                val(repo));
    }

    /**
     * In bulk: without triggers, and with the indexes made anew afterwards, as a restored backup would be. Returns the
     * repo of all of them.
     *
     * @param patient waits for longer than the product's pool does
     */
    UUID fill(DSLContext patient, int waiting, int finished) {
        List<String> indexes = patient.fetch("""
                        SELECT indexdef FROM pg_indexes WHERE tablename = 'runner_jobs' AND indexname <> 'runner_jobs_pkey'""").getValues(0, String.class);
        List<String> names = patient.fetch("""
                        SELECT indexname FROM pg_indexes WHERE tablename = 'runner_jobs' AND indexname <> 'runner_jobs_pkey'""").getValues(0, String.class);
        patient.transaction(configuration -> {
            DSLContext tx = configuration.dsl();
            names.forEach(name -> tx.execute("DROP INDEX " + name));
            tx.execute("SET LOCAL session_replication_role = replica");
            tx.execute(FILL, val(repo), val(true), val(finished));
            tx.execute(FILL, val(repo), val(false), val(waiting));
            tx.execute("""
                    INSERT INTO runner_counters (name, shard, value)
                    SELECT 'status:' || status, 0, count(*) FROM runner_jobs GROUP BY status
                    UNION ALL SELECT 'queued_by:' || requested_by, 0, count(*) FROM runner_jobs
                    WHERE status = 'queued' GROUP BY requested_by""");
            indexes.forEach(tx::execute);
        });
        patient.execute("VACUUM ANALYZE runner_jobs");
        // Or the server would write all of this to the disk while something is measured.
        patient.execute("CHECKPOINT");
        return repo;
    }

    void queue(int count) {
        dsl.execute(QUEUE, val(repo), val(count));
    }

    void finishRunning() {
        dsl.execute(FINISH);
    }
}
