package dev.runner.worker.launcher;

import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.generated.tables.records.RunnerWorkersRecord;
import dev.runner.job.JobEvent;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.JobLeases;
import dev.runner.queue.LauncherLock;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import dev.runner.worker.execution.DiskSpace;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class WorkerTest {
    private static final WorkerIdentity IDENTITY = new WorkerIdentity("host-1", "host", "1.0");
    private static final DiskSpace DISK = new DiskSpace(7, 8, 2);

    private final TestDatabase database;
    private @Nullable String obstacle;
    private Supplier<DiskSpace> disk = () -> DISK;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path logs;

    WorkerTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void no_workers() {
        database.clear();
    }

    @Test
    void is_known_while_it_runs_and_notes_its_end() {
        try (Worker worker = start(LauncherConfig.DEFAULT)) {
            await(this::isKnown);
            await(worker::isLauncher);
            assertThat(row().getMode()).isEqualTo("exclusive");
            assertThat(row().getCapacity()).isEqualTo(2);
            assertThat(row().getQueues()).containsExactly("default");
            assertThat(row().getHost()).isEqualTo("host");
            assertThat(row().getVersion()).isEqualTo("1.0");
            assertThat(row().getStoppedAt()).isNull();
            assertThat(room(row())).containsExactly(7L, 8L, 2L);
            assertThat(LauncherLock.holder(database.dsl())).contains("host-1");
        }
        assertThat(row().getStoppedAt()).isNotNull();
        await(() -> LauncherLock.holder(database.dsl()).isEmpty());
    }

    @Test
    void says_why_it_starts_nothing_just_now() {
        obstacle = "the disk is full";
        try (Worker worker = start(LauncherConfig.DEFAULT)) {
            await(this::isKnown);
            assertThat(row().getRefusingReason()).isEqualTo("the disk is full");
        }
    }

    @Test
    void renews_its_leases_and_is_known_while_the_disk_of_the_logs_does_not_answer() {
        var jobs = new TestJobs(database);
        UUID held = jobs.queued("ada").id();
        jobs.put(held, JobStatus.RUNNING);
        database.dsl()
                .execute("UPDATE runner_jobs SET locked_by = 'host-1', attempts = 1, started_at = now(),"
                        + " locked_until = now() + interval '5 seconds'");
        var answers = new CountDownLatch(1);
        disk = () -> {
            // Until it is interrupted, which a dead file server does not even allow.
            awaitUninterruptibly(answers);
            return DISK;
        };
        // One that is switched off handles no job, but it keeps what it holds.
        try (Worker worker = start(new LauncherConfig(
                LauncherMode.EXCLUSIVE, 2, false, Set.of("default"), true, JobLeases.DEFAULT_LEASE))) {
            await(this::isKnown);
            assertThat(database.dsl().fetchValue("SELECT locked_until > now() + interval '1 minute' FROM runner_jobs"))
                    .isEqualTo(true);
            assertThat(room(row())).containsOnlyNulls();
        } finally {
            answers.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void says_that_it_is_switched_off() {
        try (Worker worker = start(
                new LauncherConfig(LauncherMode.SHARED, 4, false, Set.of("default"), true, JobLeases.DEFAULT_LEASE))) {
            await(this::isKnown);
            assertThat(row().getRefusingReason()).isEqualTo("RUNNER_ENABLED is false");
            assertThat(row().getMode()).isEqualTo("shared");
        }
    }

    @Test
    void switched_off_it_takes_neither_the_lock_nor_jobs_nor_orphans() {
        var jobs = new TestJobs(database);
        UUID waiting = jobs.queued("ada").id();
        UUID orphan = jobs.queued("ada").id();
        jobs.put(orphan, JobStatus.RUNNING);
        database.dsl()
                .execute("UPDATE runner_jobs SET locked_by = 'dead', attempts = 1,"
                        + " locked_until = now() - interval '1 hour' WHERE status = 'running'");
        database.dsl()
                .execute(
                        "INSERT INTO runner_workers (id, host, version, mode, capacity, boot_id, pid, start_ticks)"
                                + " VALUES ('dead', 'host', '1', 'exclusive', 1, ?, ?, 1)",
                        WorkerProcess.current().place(),
                        WorkerProcess.current().pid());
        var rounds = new CountDownLatch(1);
        try (Worker off = start(new LauncherConfig(
                LauncherMode.EXCLUSIVE, 2, false, Set.of("default"), true, JobLeases.DEFAULT_LEASE))) {
            await(this::isKnown);
            // One that is switched on becomes the launcher beside it, and by then the other had its chance, too.
            var on = new WorkerIdentity("host-2", "elsewhere", "1.0");
            try (Worker launcher = start(on, LauncherConfig.DEFAULT, new RunListener() {
                @Override
                public void claimed(List<ClaimedJob> claimed, Duration latency) {
                    rounds.countDown();
                }
            })) {
                await(launcher::isLauncher);
                await(() -> rounds.getCount() == 0);
                assertThat(off.isLauncher()).isFalse();
                assertThat(off.active()).isZero();
            }
        }
        var store = new JobStore(database.dsl());
        assertThat(store.events(waiting))
                .noneSatisfy(event -> assertThat(event.metaJson()).contains(IDENTITY.id()));
        assertThat(store.events(orphan)).extracting(JobEvent::eventType).containsExactly("job_created");
        assertThat(owner(orphan)).isEqualTo("dead");
    }

    private String owner(UUID id) {
        return database.dsl()
                .fetchSingle("SELECT locked_by FROM runner_jobs WHERE id = ?", id)
                .get(0, String.class);
    }

    @Test
    void a_beat_moves_the_time_it_was_seen_and_nothing_else() {
        var store = new WorkerStore(database.dataSource());
        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, null);
        database.dsl()
                .execute("UPDATE runner_workers SET started_at = now() - interval '1 hour',"
                        + " last_seen_at = now() - interval '1 hour'");
        var before = row();

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, null);

        assertThat(row().getStartedAt()).isEqualTo(before.getStartedAt());
        assertThat(row().getLastSeenAt()).isAfter(before.getLastSeenAt().plus(Duration.ofMinutes(59)));
    }

    @Test
    void a_beat_tells_the_room_for_logs_and_forgets_it_when_it_is_not_known() {
        var store = new WorkerStore(database.dataSource());
        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, new DiskSpace(5, 9, 3));
        assertThat(room(row())).containsExactly(5L, 9L, 3L);

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, new DiskSpace(4, 9, 3));
        assertThat(room(row())).containsExactly(4L, 9L, 3L);

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, null);
        assertThat(room(row())).containsOnlyNulls();
    }

    private static List<Long> room(RunnerWorkersRecord row) {
        return Arrays.asList(row.getDiskFreeBytes(), row.getDiskTotalBytes(), row.getDiskFloorBytes());
    }

    @Test
    void a_beat_brings_back_a_row_that_was_removed() {
        var store = new WorkerStore(database.dataSource());
        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, null);
        database.clear();

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null, null);

        assertThat(isKnown()).isTrue();
    }

    private Worker start(LauncherConfig config) {
        return start(IDENTITY, config, RunListener.NONE);
    }

    private Worker start(WorkerIdentity identity, LauncherConfig config, RunListener listener) {
        var allowed = new AllowedRepoPaths(List.of());
        return Worker.start(new WorkerParts(
                identity,
                config,
                database.config(2),
                database.dataSource(),
                TestJobs.REGISTRY,
                allowed,
                logs,
                new WorkspaceProvider(WorkspaceConfig.of(logs, allowed), Map.of(), InstantSource.system()),
                InstantSource.system(),
                () -> obstacle,
                () -> disk.get(),
                () -> {},
                listener));
    }

    private RunnerWorkersRecord row() {
        return database.dsl()
                .selectFrom(RUNNER_WORKERS)
                .where(RUNNER_WORKERS.ID.eq(IDENTITY.id()))
                .fetchSingle();
    }

    private boolean isKnown() {
        return database.dsl().fetchExists(RUNNER_WORKERS, RUNNER_WORKERS.ID.eq(IDENTITY.id()));
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
