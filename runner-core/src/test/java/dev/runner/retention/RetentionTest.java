package dev.runner.retention;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class RetentionTest {
    private final TestDatabase database;
    private TestJobs jobs;

    RetentionTest(TestDatabase database) {
        this.database = database;
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void old_finished_jobs_go_with_their_events_and_the_newest_stay() {
        var old = new ArrayList<UUID>();
        for (int i = 0; i < 8; i++) {
            UUID id = finished(i % 2 == 0 ? JobStatus.FAILED : JobStatus.CANCELED);
            database.dsl()
                    .execute(
                            "UPDATE runner_jobs SET finished_at = now() - interval '31 days' + ? * interval '1 s',"
                                    + " started_at = finished_at WHERE id = ?",
                            i,
                            id);
            old.add(id);
        }
        UUID young = finished(JobStatus.SUCCESS);
        var retention = new Retention(database.dsl(), Retention.DEFAULT_AGE, 4);
        // Kept: the young one and the three newest of the old.
        assertThat(retention.deleteBatch()).containsExactlyInAnyOrderElementsOf(old.subList(0, 5));
        assertThat(retention.deleteBatch()).isEmpty();
        assertThat(database.dsl().fetchCount(database.dsl().selectFrom("runner_job_events")))
                .isEqualTo(4);
        assertThat(retention.unknown(List.of(young, old.getFirst()))).containsExactly(old.getFirst());
    }

    @Test
    void what_waits_or_runs_is_never_old_enough() {
        for (JobStatus status : JobStatus.ACTIVE) {
            UUID id = jobs.queued("ada").id();
            jobs.put(id, status);
            jobs.age(id, "400 days");
        }
        assertThat(new Retention(database.dsl(), Duration.ZERO, 0).deleteBatch())
                .isEmpty();
    }

    @Test
    void workers_of_long_ago_go_unless_they_still_hold_a_job() {
        jobs.worker("now", 2, null);
        jobs.worker("then", 2, null);
        jobs.worker("holding", 2, null);
        database.dsl().execute("UPDATE runner_workers SET last_seen_at = now() - interval '31 days' WHERE id <> 'now'");
        UUID held = jobs.queued("ada").id();
        jobs.put(held, JobStatus.RUNNING);
        database.dsl().execute("UPDATE runner_jobs SET locked_by = 'holding', locked_until = now(), attempts = 1");
        var retention = new Retention(database.dsl(), Retention.DEFAULT_AGE, Retention.DEFAULT_KEPT);

        assertThat(retention.deleteWorkers()).isEqualTo(1);
        assertThat(database.dsl()
                        .fetch("SELECT id FROM runner_workers ORDER BY id")
                        .getValues(0, String.class))
                .containsExactly("holding", "now");

        database.dsl()
                .execute("UPDATE runner_jobs SET status = 'failed', finished_at = now(), locked_by = NULL,"
                        + " locked_until = NULL");
        assertThat(retention.deleteWorkers()).isEqualTo(1);
    }

    @Test
    void only_quiet_files_with_a_jobs_name_are_looked_at(@TempDir Path folder) throws IOException {
        Instant now = Instant.parse("2026-01-10T00:00:00Z");
        UUID quiet = UUID.randomUUID();
        UUID busy = UUID.randomUUID();
        for (String name : List.of(quiet + ".log", busy + ".log", "notes.log", quiet + ".log.bak")) {
            Path file = Files.createFile(folder.resolve(name));
            Files.setLastModifiedTime(file, FileTime.from(now.minus(Duration.ofDays(2))));
        }
        Files.setLastModifiedTime(folder.resolve(busy + ".log"), FileTime.from(now));
        var files = new LogFiles(folder, InstantSource.fixed(now));
        var seen = new ArrayList<UUID>();
        files.forEachQuiet(Duration.ofDays(1), seen::addAll);
        assertThat(seen).containsExactly(quiet);
        files.delete(quiet);
        files.delete(quiet);
        assertThat(folder.resolve(quiet + ".log")).doesNotExist();
    }

    private UUID finished(JobStatus status) {
        UUID id = jobs.queued("ada").id();
        jobs.put(id, status);
        return id;
    }
}
