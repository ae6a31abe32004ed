package dev.runner.bench;

import static org.jooq.impl.DSL.val;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;

/** Jobs for the worker, made and watched by plain statements. */
final class BenchJobs {
    private static final String REPO = """
            INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES ({0}, 'bench', 'local_path', {1})
            ON CONFLICT (name) DO UPDATE SET path_or_url = excluded.path_or_url RETURNING id""";

    private static final String INSERT = """
            WITH made AS (
                INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, timeout_seconds)
                SELECT gen_random_uuid(), {0}, {1}, 'queued', 'bench', 3600 FROM generate_series(1, {2}) RETURNING id),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor)
                SELECT id, 'job_created', 'made by a measurement', 'bench' FROM made)
            SELECT id FROM made""";

    private static final String MOVE = """
            UPDATE runner_jobs SET status = {0}, started_at = coalesce(started_at, now()),
                finished_at = CASE {0} WHEN 'success' THEN now() END, exit_code = CASE {0} WHEN 'success' THEN 0 END
            WHERE id = {1}""";

    private final DSLContext dsl;
    private final UUID repo;

    BenchJobs(DSLContext dsl, Path repo) {
        this.dsl = dsl;
        this.repo = dsl.resultQuery(REPO, val(UUID.randomUUID()), val(repo.toString()))
                .fetchSingle()
                .get(0, UUID.class);
    }

    /** Puts that many into the queue, and tells the workers. */
    List<UUID> queue(String script, int count) {
        List<UUID> ids =
                dsl.resultQuery(INSERT, val(repo), val(script), val(count)).fetch(0, UUID.class);
        dsl.execute("SELECT pg_notify('runner_queue', 'work')");
        return ids;
    }

    /** A job that is over, whatever it did. */
    UUID finished(String script) {
        UUID job = dsl.resultQuery(INSERT, val(repo), val(script), val(1))
                .fetchSingle()
                .get(0, UUID.class);
        for (String status : List.of("running", "success")) {
            dsl.execute(MOVE, val(status), val(job));
        }
        return job;
    }

    int inStatus(String... statuses) {
        return dsl.resultQuery("SELECT count(*)::integer FROM runner_jobs WHERE status = ANY ({0})", val(statuses))
                .fetchSingle()
                .get(0, Integer.class);
    }

    /** How many have a process. */
    int started() {
        return dsl.resultQuery("SELECT count(*)::integer FROM runner_job_attempts WHERE started_at IS NOT NULL")
                .fetchSingle()
                .get(0, Integer.class);
    }

    /** When the job was claimed, if it was. */
    Optional<Instant> claimedAt(UUID job) {
        return dsl.resultQuery(
                        "SELECT created_at FROM runner_job_events WHERE job_id = {0} AND event_type = 'job_claimed'",
                        val(job))
                .fetchOptional(0, Instant.class);
    }

    /** Seconds from the first claim to the last recorded end, of all jobs there are. */
    double secondsFromClaimToEnd() {
        return dsl.resultQuery("""
                        SELECT extract(epoch FROM max(created_at) FILTER (WHERE event_type = 'job_succeeded')
                            - min(created_at) FILTER (WHERE event_type = 'job_claimed'))::float8
                        FROM runner_job_events""").fetchSingle().get(0, Double.class);
    }

    void clear() {
        dsl.execute("TRUNCATE runner_jobs CASCADE");
    }
}
