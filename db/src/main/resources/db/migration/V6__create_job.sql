-- The workers that are alive, taken together: what whoever waits depends on.
CREATE VIEW runner_live_workers AS
SELECT count(*) AS workers,
    count(*) FILTER (WHERE refusing_reason IS NULL) AS willing,
    -- One launcher claims at a time, unless workers share the queue; then their slots add up.
    coalesce(CASE WHEN bool_or(mode = 'exclusive') THEN max(capacity) FILTER (WHERE refusing_reason IS NULL)
                  ELSE sum(capacity) FILTER (WHERE refusing_reason IS NULL) END, 0)::bigint AS slots,
    min(refusing_reason) AS refusal
FROM runner_workers WHERE stopped_at IS NULL AND last_seen_at > now() - interval '2 minutes';

-- Decides about one job, and inserts it if it may be, in one round trip: a create is called by every client at once, and
-- more of its cost is in messages than in rows.
--
-- A function because it needs its locks before it looks: each statement of a volatile function has a snapshot of its own
-- (the isolation level being Read Committed), so those after a lock see what its former holder committed. All locks end
-- with the transaction, which is this one call.
--
-- A limit is guarded by a lock of its own, in one of two ways. Exclusive: the others wait, the count is exact, one may be
-- added while it is below the limit. Shared: the others go on; of those no more can be between their count and their
-- commit than the server has connections, so one may be added while that many still fit. Far from the limit nobody
-- waits; near it everybody queues up. Locks are always taken in the order key, person, everybody, so that no two can
-- wait for each other.

CREATE TYPE runner_create_decision AS (
    -- The repo is disabled, gone or elsewhere by now; then nothing else was looked at.
    repo_changed   boolean,
    -- The job that the key already means; then nothing else was looked at.
    repeat_of      uuid,
    repeat_hash    text,
    active         bigint,
    running        bigint,
    queued_by_user bigint,
    connections    integer,
    -- From here on null when nothing was inserted.
    created_at     timestamptz,
    available_at   timestamptz,
    workers        bigint,
    willing        bigint,
    slots          bigint,
    refusal        text
);

CREATE FUNCTION runner_create_job(
    p_id uuid, p_repo_id uuid, p_script_key text, p_args text, p_requested_by text, p_key text, p_hash text,
    p_queue text, p_priority integer, p_max_attempts integer, p_available_at timestamptz, p_timeout_seconds integer,
    p_provider text, p_retry_of uuid, p_message text, p_origin text,
    -- The path that was found to be allowed; null when that does not matter.
    p_repo_path text,
    p_key_lock integer, p_user_lock integer,
    p_max_active integer, p_shared_active boolean, p_max_queued integer, p_shared_user boolean)
RETURNS runner_create_decision
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
    lock_key  CONSTANT integer := x'52554E01'::integer;
    lock_user CONSTANT integer := x'52554E02'::integer;
    lock_all  CONSTANT integer := x'52554E03'::integer;
    d runner_create_decision;
BEGIN
    d.repo_changed := false;
    IF p_repo_path IS NOT NULL THEN
        d.repo_changed := NOT EXISTS (
            SELECT FROM runner_repos WHERE id = p_repo_id AND enabled AND path_or_url = p_repo_path);
        IF d.repo_changed THEN
            RETURN d;
        END IF;
    END IF;
    IF p_key IS NOT NULL THEN
        PERFORM pg_advisory_xact_lock(lock_key, p_key_lock);
        -- A recent one, or an older one that is still active.
        SELECT id, idempotency_hash INTO d.repeat_of, d.repeat_hash FROM runner_jobs
        WHERE requested_by = p_requested_by AND idempotency_key = p_key
          AND (created_at > now() - interval '5 minutes' OR status IN ('queued', 'running', 'cancel_requested'))
        ORDER BY created_at DESC LIMIT 1;
        IF d.repeat_of IS NOT NULL THEN
            RETURN d;
        END IF;
    END IF;
    IF p_shared_user THEN
        PERFORM pg_advisory_xact_lock_shared(lock_user, p_user_lock);
    ELSE
        PERFORM pg_advisory_xact_lock(lock_user, p_user_lock);
    END IF;
    IF p_shared_active THEN
        PERFORM pg_advisory_xact_lock_shared(lock_all, 0);
    ELSE
        PERFORM pg_advisory_xact_lock(lock_all, 0);
    END IF;
    SELECT coalesce(sum(value), 0), coalesce(sum(value) FILTER (WHERE name <> 'status:queued'), 0)
    INTO d.active, d.running
    FROM runner_counters WHERE name IN ('status:queued', 'status:running', 'status:cancel_requested');
    SELECT coalesce(sum(value), 0) INTO d.queued_by_user
    FROM runner_counters WHERE name = 'queued_by:' || p_requested_by;
    d.connections := current_setting('max_connections')::integer;
    IF d.active + (CASE WHEN p_shared_active THEN d.connections ELSE 1 END) <= p_max_active
        AND d.queued_by_user + (CASE WHEN p_shared_user THEN d.connections ELSE 1 END) <= p_max_queued
    THEN
        INSERT INTO runner_jobs (id, repo_id, script_key, args_json, status, requested_by, idempotency_key,
            idempotency_hash, queue, priority, max_attempts, available_at, timeout_seconds, provider, retry_of)
        VALUES (p_id, p_repo_id, p_script_key, p_args::jsonb, 'queued', p_requested_by, p_key,
            p_hash, p_queue, p_priority, p_max_attempts, coalesce(p_available_at, now()), p_timeout_seconds, p_provider,
            p_retry_of)
        RETURNING created_at, available_at INTO d.created_at, d.available_at;
        INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
        VALUES (p_id, 'job_created', p_message, p_requested_by, p_origin::jsonb);
        SELECT w.workers, w.willing, w.slots, w.refusal INTO d.workers, d.willing, d.slots, d.refusal
        FROM runner_live_workers w;
    END IF;
    RETURN d;
END
$$;
