-- What was tried, where, and how it ended: one row for each start of a job, with the dispatch metadata an operator needs
-- to audit provider routing. And the workers themselves, so that diagnostics can say who is alive.

CREATE TABLE runner_job_attempts (
    job_id               uuid        NOT NULL REFERENCES runner_jobs (id) ON DELETE CASCADE,
    attempt              integer     NOT NULL,
    worker_id            text        NOT NULL,
    selected_provider    text        NOT NULL,
    final_provider       text,
    provider_dispatch_id text,
    workspace_identity   text,
    dispatch_status      text        NOT NULL DEFAULT 'dispatch_pending',
    dispatch_uncertain   boolean     NOT NULL DEFAULT false,
    fallback_attempted   boolean     NOT NULL DEFAULT false,
    fallback_reason      text,
    api_failure_category text,
    cli_fallback_used    boolean     NOT NULL DEFAULT false,
    cli_preflight_passed boolean,
    -- A local process is identified by all three; a pid alone is reused, and means nothing after a reboot.
    host                 text,
    boot_id              text,
    pid                  bigint,
    start_ticks          bigint,
    created_at           timestamptz NOT NULL DEFAULT now(),
    started_at           timestamptz,
    finished_at          timestamptz,
    exit_code            integer,
    result_json          jsonb,
    PRIMARY KEY (job_id, attempt),
    CONSTRAINT runner_job_attempts_attempt_check CHECK (attempt >= 1),
    CONSTRAINT runner_job_attempts_selected_provider_check CHECK (
        selected_provider IN ('workspace', 'docker', 'kubernetes')),
    CONSTRAINT runner_job_attempts_final_provider_check CHECK (
        final_provider IN ('workspace', 'docker', 'kubernetes')),
    CONSTRAINT runner_job_attempts_dispatch_status_check CHECK (
        dispatch_status IN (
            'dispatch_pending', 'dispatch_submitted', 'dispatch_confirmed', 'dispatch_failed', 'fallback_started')),
    CONSTRAINT runner_job_attempts_uncertain_check CHECK (
        NOT dispatch_uncertain OR dispatch_status = 'dispatch_failed'),
    CONSTRAINT runner_job_attempts_fallback_check CHECK (NOT fallback_attempted OR fallback_reason IS NOT NULL)
);

CREATE TABLE runner_workers (
    id              text        PRIMARY KEY,
    host            text        NOT NULL,
    version         text        NOT NULL,
    mode            text        NOT NULL,
    capacity        integer     NOT NULL,
    -- Why this worker claims nothing just now (a full disk, a drain); null while it does.
    refusing_reason text,
    started_at      timestamptz NOT NULL DEFAULT now(),
    last_seen_at    timestamptz NOT NULL DEFAULT now(),
    stopped_at      timestamptz,
    CONSTRAINT runner_workers_mode_check CHECK (mode IN ('exclusive', 'shared')),
    CONSTRAINT runner_workers_capacity_check CHECK (capacity >= 0)
);

CREATE INDEX idx_runner_workers_last_seen ON runner_workers (last_seen_at DESC);
