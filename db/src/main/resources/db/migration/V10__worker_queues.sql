-- Whose jobs each worker takes, told with its heartbeat: a queue that nobody serves looks like a queue that is long.
-- Null for workers of earlier versions, which do not tell; they count for every queue.
ALTER TABLE runner_workers
    ADD COLUMN queues text[];

-- The living workers as far as jobs of one queue depend on them. Slots are those of all workers: what runs is not told
-- apart by queues either. (The view runner_live_workers stays until no released version reads it.)
CREATE FUNCTION runner_workers_of(p_queue text)
RETURNS TABLE (workers bigint, willing bigint, slots bigint, refusal text)
LANGUAGE sql STABLE AS $$
    SELECT count(*) FILTER (WHERE w.serves),
        count(*) FILTER (WHERE w.serves AND w.refusing_reason IS NULL),
        -- One launcher claims at a time, unless workers share the queue; then their slots add up.
        coalesce(CASE WHEN bool_or(w.mode = 'exclusive') THEN max(w.capacity) FILTER (WHERE w.refusing_reason IS NULL)
                      ELSE sum(w.capacity) FILTER (WHERE w.refusing_reason IS NULL) END, 0)::bigint,
        min(w.refusing_reason) FILTER (WHERE w.serves)
    FROM (
        SELECT mode, capacity, refusing_reason, queues IS NULL OR p_queue = ANY (queues) AS serves
        FROM runner_workers WHERE stopped_at IS NULL AND last_seen_at > now() - interval '2 minutes') w
$$;

-- The same as before, but for where the workers come from.
CREATE OR REPLACE FUNCTION runner_create_job(
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
        FROM runner_workers_of(p_queue) w;
    END IF;
    RETURN d;
END
$$;
