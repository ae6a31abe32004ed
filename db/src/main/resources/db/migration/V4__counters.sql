-- How many jobs are in which state, and how many each person has queued, without counting rows: a create must cost the
-- same with fifty thousand jobs waiting as with none.
--
-- A counter is the sum of its shards. Each session adds to the shard of its own process id, so that two commits rarely
-- wait for each other's row; a single shard may go below zero, only the sum means something. Statement triggers keep the
-- sums, so a row written, moved to another person or truncated by hand is counted like any other. The moved_to: counters
-- are totals since the installation, and only grow.

CREATE TABLE runner_counters (
    name  text    NOT NULL,
    shard integer NOT NULL,
    value bigint  NOT NULL,
    PRIMARY KEY (name, shard)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 2000);

CREATE FUNCTION runner_count_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    own_shard integer := pg_backend_pid() % 64;
BEGIN
    -- Sorted by name: two sessions that share a shard take its rows in one order and cannot block each other in a ring.
    IF TG_OP = 'INSERT' THEN
        INSERT INTO runner_counters (name, shard, value)
        SELECT c.name, own_shard, sum(c.delta)
        FROM added a
        CROSS JOIN LATERAL (VALUES
            ('status:' || a.status, 1),
            (CASE WHEN a.status = 'queued' THEN 'queued_by:' || a.requested_by END, 1)) c (name, delta)
        WHERE c.name IS NOT NULL
        GROUP BY c.name ORDER BY c.name
        ON CONFLICT (name, shard) DO UPDATE SET value = runner_counters.value + excluded.value;
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO runner_counters (name, shard, value)
        SELECT c.name, own_shard, sum(c.delta)
        FROM added a
        JOIN removed r ON r.id = a.id AND (r.status <> a.status OR r.requested_by <> a.requested_by)
        CROSS JOIN LATERAL (VALUES
            ('status:' || r.status, -1),
            ('status:' || a.status, 1),
            (CASE WHEN r.status <> a.status THEN 'moved_to:' || a.status END, 1),
            (CASE WHEN r.status = 'queued' THEN 'queued_by:' || r.requested_by END, -1),
            (CASE WHEN a.status = 'queued' THEN 'queued_by:' || a.requested_by END, 1)) c (name, delta)
        WHERE c.name IS NOT NULL
        GROUP BY c.name HAVING sum(c.delta) <> 0 ORDER BY c.name
        ON CONFLICT (name, shard) DO UPDATE SET value = runner_counters.value + excluded.value;
    ELSIF TG_OP = 'TRUNCATE' THEN
        DELETE FROM runner_counters WHERE name LIKE 'status:%' OR name LIKE 'queued\_by:%';
    ELSE
        INSERT INTO runner_counters (name, shard, value)
        SELECT c.name, own_shard, sum(c.delta)
        FROM removed r
        CROSS JOIN LATERAL (VALUES
            ('status:' || r.status, -1),
            (CASE WHEN r.status = 'queued' THEN 'queued_by:' || r.requested_by END, -1)) c (name, delta)
        WHERE c.name IS NOT NULL
        GROUP BY c.name ORDER BY c.name
        ON CONFLICT (name, shard) DO UPDATE SET value = runner_counters.value + excluded.value;
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER runner_jobs_count_insert AFTER INSERT ON runner_jobs
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION runner_count_jobs();
CREATE TRIGGER runner_jobs_count_update AFTER UPDATE ON runner_jobs
    REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION runner_count_jobs();
CREATE TRIGGER runner_jobs_count_delete AFTER DELETE ON runner_jobs
    REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION runner_count_jobs();
CREATE TRIGGER runner_jobs_count_truncate AFTER TRUNCATE ON runner_jobs
    FOR EACH STATEMENT EXECUTE FUNCTION runner_count_jobs();
