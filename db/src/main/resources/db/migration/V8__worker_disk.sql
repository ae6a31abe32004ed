-- How much room each worker has for logs, told with its heartbeat: a disk that fills up is to be seen before the worker
-- starts to refuse. Null for workers of earlier versions, which do not tell.
ALTER TABLE runner_workers
    ADD COLUMN disk_free_bytes  bigint,
    ADD COLUMN disk_total_bytes bigint,
    ADD COLUMN disk_floor_bytes bigint;
