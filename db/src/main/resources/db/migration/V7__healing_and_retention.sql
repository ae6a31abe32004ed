-- A worker of this host whose process is gone is dead, however fresh its lease: its identity tells a successor so. A pid
-- alone is reused, and means nothing after a reboot.
ALTER TABLE runner_workers
    ADD COLUMN boot_id     text,
    ADD COLUMN pid         bigint,
    ADD COLUMN start_ticks bigint;

-- Retention walks finished jobs from the oldest on, and keeps the newest.
CREATE INDEX idx_runner_jobs_finished_at ON runner_jobs (finished_at, id) WHERE finished_at IS NOT NULL;
