package dev.runner.worker.launcher;

import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.generated.tables.records.RunnerWorkersRecord;
import dev.runner.queue.JobLeases;
import dev.runner.queue.LauncherLock;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class WorkerTest {
    private static final WorkerIdentity IDENTITY = new WorkerIdentity("host-1", "host", "1.0");

    private final TestDatabase database;
    private @Nullable String obstacle;

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
            assertThat(row().getHost()).isEqualTo("host");
            assertThat(row().getVersion()).isEqualTo("1.0");
            assertThat(row().getStoppedAt()).isNull();
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
    void says_that_it_is_switched_off() {
        try (Worker worker = start(
                new LauncherConfig(LauncherMode.SHARED, 4, false, Set.of("default"), true, JobLeases.DEFAULT_LEASE))) {
            await(this::isKnown);
            assertThat(row().getRefusingReason()).isEqualTo("RUNNER_ENABLED is false");
            assertThat(row().getMode()).isEqualTo("shared");
        }
    }

    @Test
    void a_beat_moves_the_time_it_was_seen_and_nothing_else() {
        var store = new WorkerStore(database.dataSource());
        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null);
        database.dsl()
                .execute("UPDATE runner_workers SET started_at = now() - interval '1 hour',"
                        + " last_seen_at = now() - interval '1 hour'");
        var before = row();

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null);

        assertThat(row().getStartedAt()).isEqualTo(before.getStartedAt());
        assertThat(row().getLastSeenAt()).isAfter(before.getLastSeenAt().plus(Duration.ofMinutes(59)));
    }

    @Test
    void a_beat_brings_back_a_row_that_was_removed() {
        var store = new WorkerStore(database.dataSource());
        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null);
        database.clear();

        store.beat(IDENTITY, WorkerProcess.current(), LauncherConfig.DEFAULT, null);

        assertThat(isKnown()).isTrue();
    }

    private Worker start(LauncherConfig config) {
        var allowed = new AllowedRepoPaths(List.of());
        return Worker.start(new WorkerParts(
                IDENTITY,
                config,
                database.config(2),
                database.dataSource(),
                TestJobs.REGISTRY,
                allowed,
                logs,
                new WorkspaceProvider(WorkspaceConfig.of(logs, allowed), Map.of(), InstantSource.system()),
                InstantSource.system(),
                () -> obstacle,
                () -> {}));
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
