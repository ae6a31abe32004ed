-- The three tables everything else hangs on: which repositories may be used, what was asked to run in them, and what
-- happened to it. Names, checks and indexes are the product's contract; the timestamp checks make a state that lies
-- about its own history impossible to store, whoever writes the row.
-- (Lists in the checks of runner_jobs are array literals rather than IN (…): the server reads the stored form of every
-- check anew for each statement, and that of a literal is much shorter. It is measurable in a create.)

CREATE TABLE runner_repos (
    id              uuid        PRIMARY KEY,
    name            text        NOT NULL UNIQUE,
    source_type     text        NOT NULL,
    path_or_url     text        NOT NULL,
    branch          text,
    default_workdir text,
    enabled         boolean     NOT NULL DEFAULT true,
    last_synced_at  timestamptz,
    created_at      timestamptz NOT NULL DEFAULT now(),
    updated_at      timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT runner_repos_source_type_check CHECK (source_type IN ('local_path'))
);

CREATE TABLE runner_jobs (
    id               uuid        PRIMARY KEY,
    repo_id          uuid        NOT NULL REFERENCES runner_repos (id),
    script_key       text        NOT NULL,
    args_json        jsonb       NOT NULL DEFAULT '{}'::jsonb,
    status           text        NOT NULL,
    requested_by     text        NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    started_at       timestamptz,
    finished_at      timestamptz,
    exit_code        integer,
    log_path         text,
    error_message    text,
    idempotency_key  text,
    idempotency_hash text,
    heartbeat_at     timestamptz,
    CONSTRAINT runner_jobs_status_check CHECK (
        status = ANY ('{queued,running,success,failed,canceled,timeout,cancel_requested}')),
    CONSTRAINT runner_jobs_started_check CHECK (
        started_at IS NOT NULL OR status <> ALL ('{running,success,failed,timeout,cancel_requested}')),
    CONSTRAINT runner_jobs_finished_check CHECK (
        finished_at IS NOT NULL OR status <> ALL ('{success,failed,canceled,timeout}')),
    CONSTRAINT runner_jobs_unfinished_check CHECK (
        finished_at IS NULL OR status <> ALL ('{queued,running,cancel_requested}')),
    CONSTRAINT runner_jobs_exit_code_check CHECK (
        exit_code IS NULL OR status = ANY ('{success,failed,timeout,canceled}'))
);

CREATE INDEX idx_runner_jobs_status_created_at ON runner_jobs (status, created_at DESC);
CREATE INDEX idx_runner_jobs_repo_created_at ON runner_jobs (repo_id, created_at DESC);
CREATE INDEX idx_runner_jobs_idempotency_lookup ON runner_jobs (requested_by, idempotency_key, created_at DESC)
    WHERE idempotency_key IS NOT NULL;
CREATE INDEX idx_runner_jobs_queued_fifo ON runner_jobs (created_at, id) WHERE status = 'queued';
CREATE UNIQUE INDEX uq_runner_jobs_idempotency_active ON runner_jobs (requested_by, idempotency_key)
    WHERE idempotency_key IS NOT NULL AND status IN ('queued', 'running', 'cancel_requested');

CREATE TABLE runner_job_events (
    id         bigserial   PRIMARY KEY,
    job_id     uuid        NOT NULL REFERENCES runner_jobs (id) ON DELETE CASCADE,
    event_type text        NOT NULL,
    message    text        NOT NULL,
    actor      text,
    meta_json  jsonb       NOT NULL DEFAULT '{}'::jsonb,
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE INDEX idx_runner_job_events_job_created ON runner_job_events (job_id, created_at);
