package dev.runner.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.migration.Migrations;
import dev.runner.diagnostics.HealthProblem.Code;
import dev.runner.diagnostics.HealthProblem.Severity;
import dev.runner.job.JobStatus;
import dev.runner.job.QueueLimits;
import dev.runner.queue.LauncherLock;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the rows say, and what an operator is told. Workers are called as {@link TestJobs} calls them, version "test". */
@ExtendWith(PostgresExtension.class)
class HealthCheckTest {
    private final TestDatabase database;
    private final Diagnostics diagnostics;
    private final String schema;
    private TestJobs jobs;
    private final Connection lock;

    HealthCheckTest(TestDatabase database) throws SQLException {
        this.database = database;
        this.diagnostics = new Diagnostics(database.dsl());
        this.schema = new Migrations(database.dataSource()).state().expected();
        this.jobs = new TestJobs(database);
        var properties = new Properties();
        properties.setProperty("ApplicationName", LauncherLock.applicationName("w-1"));
        this.lock = DriverManager.getConnection(database.jdbcUrl(), properties);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @AfterEach
    void letGo() throws SQLException {
        locking("SELECT pg_advisory_unlock_all()");
        lock.close();
    }

    @Test
    void nothing_is_wrong_with_a_launcher_that_has_room() throws SQLException {
        launcher();
        jobs.queued("ada");
        assertThat(problems()).isEmpty();
    }

    @Test
    void without_a_worker_nothing_will_run() {
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.NO_WORKER);
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.message()).isEqualTo("No worker is alive.");
            assertThat(problem.hint()).contains("runner-worker");
        });
        jobs.queued("ada");
        assertThat(messages()).containsExactly("No worker is alive, and 1 job waits.");
        jobs.queued("ada");
        assertThat(messages()).containsExactly("No worker is alive, and 2 jobs wait.");
    }

    @Test
    void a_worker_that_stopped_in_good_order_is_missed_but_not_blamed() {
        worker("w-1");
        update("stopped_at = now()");
        assertThat(codes()).containsExactly(Code.NO_WORKER);
    }

    @Test
    void nobody_holds_the_lock() {
        worker("w-1");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.NO_LAUNCHER);
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
        });
        update("mode = 'shared'");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.NO_LAUNCHER);
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
        });
    }

    @Test
    void a_worker_that_has_just_come_has_time_to_take_the_lock() {
        jobs.worker("w-1", 2, null);
        assertThat(problems()).isEmpty();
    }

    @Test
    void workers_that_are_switched_off_are_not_expected_to_hold_the_lock() {
        worker("w-1");
        update("refusing_reason = 'RUNNER_ENABLED is false'");
        assertThat(codes()).containsExactly(Code.WORKER_REFUSING);
    }

    @Test
    void a_refusal_is_told_with_its_reason_and_weighs_more_when_nobody_else_is_there() throws SQLException {
        launcher();
        update("refusing_reason = 'log folder is not writable'");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.WORKER_REFUSING);
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.message()).isEqualTo("Worker w-1 takes no jobs: log folder is not writable.");
        });
        worker("w-2");
        assertThat(problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.severity()).isEqualTo(Severity.WARNING));
    }

    @Test
    void a_worker_that_fell_silent_is_looked_for_until_its_host_has_another_one() throws SQLException {
        launcher();
        worker("w-2");
        update("host = 'build-7', last_seen_at = now() - interval '3 minutes' WHERE id = 'w-2'");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.WORKER_SILENT);
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
            assertThat(problem.message())
                    .isEqualTo("Worker w-2 on build-7 has not been seen for 3 min and did not say that it stops.");
        });
        worker("w-3");
        update("host = 'build-7', started_at = now() - interval '1 minute' WHERE id = 'w-3'");
        assertThat(problems()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"119 seconds, 1 hour, ''", "3 minutes, 23 hours, WORKER_SILENT", "3 minutes, 25 hours, ''"})
    void silence_is_news_for_a_day(String seen, String started, String expected) throws SQLException {
        launcher();
        worker("w-2");
        update(
                "host = 'other', last_seen_at = now() - interval '%s', started_at = now() - interval '%s' WHERE id = 'w-2'"
                        .formatted(seen, started));
        assertThat(codes()).isEqualTo(expected.isEmpty() ? List.of() : List.of(Code.valueOf(expected)));
    }

    @Test
    void jobs_of_a_queue_that_nobody_serves_are_told_and_no_worker_is_blamed() throws SQLException {
        launcher();
        update("queues = '{default,small}'");
        available(jobs.queued("ada").id(), "1 hour");
        available(jobs.queued("ada").id(), "2 hours");
        database.dsl().execute("UPDATE runner_jobs SET queue = 'big'");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.QUEUE_UNSERVED);
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.message()).isEqualTo("2 jobs wait in the queue big: no living worker serves it.");
            assertThat(problem.hint()).contains("RUNNER_QUEUES");
        });

        // They do not hide one that should have been taken.
        available(jobs.queued("ada").id(), "1 hour");
        assertThat(codes()).containsExactly(Code.QUEUE_STALLED, Code.QUEUE_UNSERVED);
    }

    @Test
    void in_exclusive_mode_the_queues_of_a_standby_are_not_served() throws SQLException {
        launcher();
        worker("w-2");
        update("queues = '{default}' WHERE id = 'w-1'");
        update("queues = '{big}' WHERE id = 'w-2'");
        available(jobs.queued("ada").id(), "1 hour");
        database.dsl().execute("UPDATE runner_jobs SET queue = 'big'");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.message())
                    .isEqualTo("1 job waits in the queue big: only workers that stand by serve it.");
            assertThat(problem.hint()).contains("RUNNER_LAUNCHER_MODE=shared");
        });
        update("mode = 'shared'");
        assertThat(codes()).containsExactly(Code.QUEUE_STALLED);
        // The slots of those that serve other queues are no help.
        update("queues = '{default}', capacity = 0 WHERE id = 'w-1'");
        update("capacity = 0 WHERE id = 'w-2'");
        assertThat(codes()).isEmpty();
        update("capacity = 5 WHERE id = 'w-1'");
        assertThat(codes()).isEmpty();
    }

    @Test
    void a_disk_is_low_before_it_is_full() throws SQLException {
        launcher();
        disk(512, 256);
        assertThat(problems()).isEmpty();
        disk(511, 256);
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.DISK_LOW);
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
            assertThat(problem.message())
                    .isEqualTo("The log folder on host has 511 MiB free; nothing will be started below 256 MiB.");
        });
        disk(255, 256);
        assertThat(problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.severity()).isEqualTo(Severity.ERROR));
    }

    @Test
    void a_disk_is_told_once_for_all_workers_of_a_host() throws SQLException {
        launcher();
        worker("w-2");
        disk(300, 256);
        assertThat(codes()).containsExactly(Code.DISK_LOW);
        update("host = 'elsewhere' WHERE id = 'w-2'");
        assertThat(codes()).containsExactly(Code.DISK_LOW, Code.DISK_LOW);
    }

    @Test
    void a_worker_of_an_earlier_version_tells_nothing_of_its_disk() throws SQLException {
        launcher();
        update("disk_free_bytes = NULL, disk_total_bytes = NULL, disk_floor_bytes = NULL");
        assertThat(problems()).isEmpty();
    }

    @Test
    void a_job_that_could_run_and_does_not() throws SQLException {
        launcher();
        UUID waits = jobs.queued("ada").id();
        available(waits, "59 seconds");
        assertThat(problems()).isEmpty();
        available(waits, "61 seconds");
        assertThat(problems()).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.QUEUE_STALLED);
            assertThat(problem.severity()).isEqualTo(Severity.ERROR);
            assertThat(problem.message()).contains(waits.toString(), "demo.run", "2 slots are free");
        });
    }

    @Test
    void a_queue_is_not_stalled_while_all_slots_are_taken() throws SQLException {
        launcher();
        update("capacity = 1");
        UUID runs = jobs.queued(single()).id();
        jobs.put(runs, JobStatus.RUNNING);
        database.dsl().execute("UPDATE runner_jobs SET locked_by = 'w-1', locked_until = now() + interval '1 minute'");
        available(jobs.queued("ada").id(), "10 minutes");
        assertThat(problems()).isEmpty();
        update("capacity = 2");
        assertThat(codes()).containsExactly(Code.QUEUE_STALLED);
        assertThat(messages().getFirst()).contains("a slot is free");
    }

    /** It may be at a limit of its own; that is no fault. */
    @Test
    void a_job_whose_script_runs_may_have_to_wait() throws SQLException {
        launcher();
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        available(jobs.queued("ada").id(), "10 minutes");
        assertThat(problems()).isEmpty();
    }

    @Test
    void after_a_start_the_worker_has_a_minute_for_what_waited() throws SQLException {
        launcher();
        update("started_at = now() - interval '30 seconds'");
        available(jobs.queued("ada").id(), "10 minutes");
        assertThat(problems()).isEmpty();
    }

    @Test
    void standbys_are_no_free_slots() throws SQLException {
        launcher();
        update("refusing_reason = 'full'");
        worker("w-2");
        available(jobs.queued("ada").id(), "10 minutes");
        assertThat(codes()).containsExactly(Code.WORKER_REFUSING);
        update("mode = 'shared' WHERE id = 'w-2'");
        assertThat(codes()).containsExactly(Code.QUEUE_STALLED, Code.WORKER_REFUSING);
    }

    @Test
    void a_queue_that_is_nearly_full_refuses_soon() throws SQLException {
        launcher();
        jobs.put(jobs.queued("ada").id(), JobStatus.SUCCESS);
        for (int i = 0; i < 8; i++) {
            jobs.queued("ada");
        }
        var limited = new OwnProgram("test", schema, new QueueLimits(10, 10, true, 2));
        assertThat(problems(limited)).isEmpty();
        jobs.put(jobs.queued("ada").id(), JobStatus.RUNNING);
        assertThat(problems(limited)).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.QUEUE_NEARLY_FULL);
            assertThat(problem.message()).startsWith("9 of 10 jobs");
        });
        assertThat(problems(new OwnProgram("test", schema, new QueueLimits(10, 10, false, 2))))
                .isEmpty();
    }

    @Test
    void versions_should_be_the_same_everywhere() throws SQLException {
        launcher();
        assertThat(problems(new OwnProgram("2", schema, null)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("Versions differ: this program is 2, the workers are test."));
        worker("w-2");
        update("version = '1' WHERE id = 'w-2'");
        assertThat(codes()).containsExactly(Code.VERSION_MISMATCH);
        update("stopped_at = now() WHERE id = 'w-2'");
        assertThat(problems()).isEmpty();
    }

    @Test
    void the_schema_should_be_the_one_the_program_was_made_for() throws SQLException {
        launcher();
        assertThat(problems(new OwnProgram("test", "1000", null)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(Code.SCHEMA_MISMATCH);
                    assertThat(problem.severity()).isEqualTo(Severity.ERROR);
                    assertThat(problem.hint()).contains("runner-worker migrate");
                });
        assertThat(problems(new OwnProgram("test", "2", null))).singleElement().satisfies(problem -> {
            assertThat(problem.code()).isEqualTo(Code.SCHEMA_MISMATCH);
            assertThat(problem.severity()).isEqualTo(Severity.WARNING);
        });
    }

    @Test
    void the_most_severe_comes_first() throws SQLException {
        launcher();
        worker("w-2");
        update("version = '1', refusing_reason = 'off' WHERE id = 'w-2'");
        available(jobs.queued("ada").id(), "10 minutes");
        assertThat(codes()).containsExactly(Code.QUEUE_STALLED, Code.WORKER_REFUSING, Code.VERSION_MISMATCH);
    }

    @Test
    void a_worker_shows_what_it_has_in_hand_and_whether_it_is_the_launcher() throws SQLException {
        launcher();
        worker("w-2");
        for (String owner : List.of("w-1", "w-2", "w-2")) {
            UUID id = jobs.queued("ada").id();
            jobs.put(id, JobStatus.RUNNING);
            database.dsl()
                    .execute("UPDATE runner_jobs SET locked_by = ?, locked_until = now() WHERE id = ?", owner, id);
        }
        disk(300, 256);
        assertThat(diagnostics.read().workers()).hasSize(2).allSatisfy(worker -> {
            boolean first = worker.id().equals("w-1");
            assertThat(worker.running()).isEqualTo(first ? 1 : 2);
            assertThat(worker.launcher()).isEqualTo(first);
            assertThat(worker.diskFreeBytes()).isEqualTo(300L << 20);
            assertThat(worker.diskTotalBytes()).isEqualTo(1L << 40);
            assertThat(worker.diskFloorBytes()).isEqualTo(256L << 20);
        });
    }

    private dev.runner.job.JobRequest single() {
        return jobs.request(TestJobs.REGISTRY.find("demo.single").orElseThrow(), "ada", null, "{}");
    }

    /** A worker that has been there for a while. */
    private void worker(String id) {
        jobs.worker(id, 2, null);
        update("started_at = now() - interval '1 hour' WHERE id = '%s'".formatted(id));
    }

    private void launcher() throws SQLException {
        worker("w-1");
        locking("SELECT pg_advisory_lock(%d, %d)".formatted(LauncherLock.CLASS_ID, LauncherLock.OBJECT_ID));
    }

    private void locking(String sql) throws SQLException {
        try (var statement = lock.createStatement()) {
            statement.execute(sql);
        }
    }

    private void disk(long freeMib, long floorMib) {
        update("disk_free_bytes = %d, disk_total_bytes = %d, disk_floor_bytes = %d"
                .formatted(freeMib << 20, 1L << 40, floorMib << 20));
    }

    private void available(UUID id, String ago) {
        database.dsl()
                .execute(
                        "UPDATE runner_jobs SET available_at = now() - ?::interval, created_at = now() - ?::interval"
                                + " WHERE id = ?",
                        ago,
                        ago,
                        id);
    }

    private void update(String set) {
        database.dsl().execute("UPDATE runner_workers SET " + set);
    }

    private List<HealthProblem> problems() {
        return problems(new OwnProgram("test", schema, QueueLimits.DEFAULT));
    }

    private List<HealthProblem> problems(OwnProgram own) {
        return new HealthCheck(own).problems(diagnostics.read());
    }

    private List<Code> codes() {
        return problems().stream().map(HealthProblem::code).toList();
    }

    private List<String> messages() {
        return problems().stream().map(HealthProblem::message).toList();
    }
}
