package dev.runner.worker.launcher;

import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.jooq.impl.DSL.currentInstant;

import dev.runner.db.Databases;
import dev.runner.db.generated.tables.records.RunnerWorkersRecord;
import dev.runner.worker.execution.DiskSpace;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** This worker's row in the table of workers. Thread-safe. */
final class WorkerStore {
    private final DSLContext dsl;

    WorkerStore(DataSource dataSource) {
        this.dsl = Databases.dsl(dataSource);
    }

    /**
     * Says that the worker lives, by the database's clock. The row is made anew if it is gone: a restored backup or a
     * clean-up must not make a live worker invisible.
     */
    void beat(
            WorkerIdentity worker,
            WorkerProcess process,
            LauncherConfig config,
            @Nullable String refusing,
            @Nullable DiskSpace disk) {
        Long free = disk == null ? null : disk.free();
        Long total = disk == null ? null : disk.total();
        Long floor = disk == null ? null : disk.floor();
        dsl.insertInto(RUNNER_WORKERS)
                .set(RUNNER_WORKERS.ID, worker.id())
                .set(RUNNER_WORKERS.HOST, worker.host())
                .set(RUNNER_WORKERS.VERSION, worker.version())
                .set(RUNNER_WORKERS.MODE, config.mode().text())
                .set(RUNNER_WORKERS.CAPACITY, config.capacity())
                .set(RUNNER_WORKERS.QUEUES, config.queues().toArray(String[]::new))
                .set(RUNNER_WORKERS.REFUSING_REASON, refusing)
                .set(RUNNER_WORKERS.BOOT_ID, process.place())
                .set(RUNNER_WORKERS.PID, process.pid())
                .set(RUNNER_WORKERS.START_TICKS, process.startTicks())
                .set(RUNNER_WORKERS.DISK_FREE_BYTES, free)
                .set(RUNNER_WORKERS.DISK_TOTAL_BYTES, total)
                .set(RUNNER_WORKERS.DISK_FLOOR_BYTES, floor)
                .onConflict(RUNNER_WORKERS.ID)
                .doUpdate()
                .set(RUNNER_WORKERS.LAST_SEEN_AT, currentInstant())
                .set(RUNNER_WORKERS.REFUSING_REASON, refusing)
                .set(RUNNER_WORKERS.DISK_FREE_BYTES, free)
                .set(RUNNER_WORKERS.DISK_TOTAL_BYTES, total)
                .set(RUNNER_WORKERS.DISK_FLOOR_BYTES, floor)
                .execute();
    }

    /** Workers of this host that hold jobs and whose process is gone, however fresh their leases are. */
    List<String> goneWithJobs(WorkerIdentity self, WorkerProcess here) {
        return dsl
                .selectFrom(RUNNER_WORKERS)
                .where(RUNNER_WORKERS.HOST.eq(self.host()))
                .and(RUNNER_WORKERS.ID.ne(self.id()))
                .and(RUNNER_WORKERS.BOOT_ID.isNotNull())
                .and("id IN (SELECT locked_by FROM runner_jobs WHERE status IN ('running', 'cancel_requested'))")
                .fetch()
                .stream()
                .filter(row -> new WorkerProcess(row.getBootId(), row.getPid(), row.getStartTicks()).isGone(here))
                .map(RunnerWorkersRecord::getId)
                .toList();
    }

    /** Whether that worker sees the same processes as this one. */
    boolean isNextDoor(String workerId, WorkerProcess here) {
        return dsl.fetchExists(
                RUNNER_WORKERS, RUNNER_WORKERS.ID.eq(workerId).and(RUNNER_WORKERS.BOOT_ID.in(here.sharedPlaces())));
    }

    /** Whether there are live workers that could take jobs over without seeing their processes. */
    boolean hasStrangers(WorkerProcess here, Duration recent) {
        return dsl.fetchExists(
                RUNNER_WORKERS,
                RUNNER_WORKERS
                        .STOPPED_AT
                        .isNull()
                        .and(RUNNER_WORKERS.BOOT_ID.isNull().or(RUNNER_WORKERS.BOOT_ID.notIn(here.sharedPlaces())))
                        .and(RUNNER_WORKERS.LAST_SEEN_AT.gt(
                                currentInstant().minus(org.jooq.types.DayToSecond.valueOf(recent)))));
    }

    void stopped(WorkerIdentity worker) {
        dsl.update(RUNNER_WORKERS)
                .set(RUNNER_WORKERS.STOPPED_AT, currentInstant())
                .set(RUNNER_WORKERS.LAST_SEEN_AT, currentInstant())
                .where(RUNNER_WORKERS.ID.eq(worker.id()))
                .execute();
    }
}
