-- One job is one run, so the columns that decide when and by whom it is executed live on the job itself rather than in a
-- second queue table that would have to be kept in step.

ALTER TABLE runner_jobs
    ADD COLUMN queue           text        NOT NULL DEFAULT 'default',
    ADD COLUMN priority        integer     NOT NULL DEFAULT 0,
    ADD COLUMN attempts        integer     NOT NULL DEFAULT 0,
    ADD COLUMN max_attempts    integer     NOT NULL DEFAULT 1,
    ADD COLUMN available_at    timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN locked_by       text,
    ADD COLUMN locked_until    timestamptz,
    ADD COLUMN last_error      text,
    ADD COLUMN updated_at      timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN retry_of        uuid        REFERENCES runner_jobs (id) ON DELETE SET NULL,
    ADD COLUMN timeout_seconds integer,
    ADD COLUMN provider        text        NOT NULL DEFAULT 'workspace',
    ADD CONSTRAINT runner_jobs_priority_check CHECK (priority BETWEEN -100 AND 100),
    ADD CONSTRAINT runner_jobs_attempts_check CHECK (attempts >= 0 AND attempts <= max_attempts),
    ADD CONSTRAINT runner_jobs_max_attempts_check CHECK (max_attempts >= 1),
    ADD CONSTRAINT runner_jobs_timeout_check CHECK (timeout_seconds > 0),
    ADD CONSTRAINT runner_jobs_provider_check CHECK (provider = ANY ('{workspace,docker,kubernetes}')),
    -- Owner and deadline are written and cleared together; half a lease could never expire.
    ADD CONSTRAINT runner_jobs_lease_check CHECK ((locked_by IS NULL) = (locked_until IS NULL)),
    ADD CONSTRAINT runner_jobs_lease_status_check CHECK (
        locked_by IS NULL OR status = ANY ('{running,cancel_requested}'));

-- The claim reads the head of this index and nothing else, however many finished rows the table keeps.
CREATE INDEX idx_runner_jobs_claim ON runner_jobs (priority DESC, created_at, id) WHERE status = 'queued';
-- The reaper looks for leases that ran out.
CREATE INDEX idx_runner_jobs_lease ON runner_jobs (locked_until) WHERE status IN ('running', 'cancel_requested');
-- "My runs" and the list without a filter; a foreign key without an index makes every delete a full scan.
CREATE INDEX idx_runner_jobs_created_at ON runner_jobs (created_at DESC, id DESC);
CREATE INDEX idx_runner_jobs_user_created_at ON runner_jobs (requested_by, created_at DESC);
CREATE INDEX idx_runner_jobs_script_created_at ON runner_jobs (script_key, created_at DESC);
CREATE INDEX idx_runner_jobs_retry_of ON runner_jobs (retry_of) WHERE retry_of IS NOT NULL;
