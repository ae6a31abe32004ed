package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.retention.LogFiles;
import dev.runner.retention.Retention;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(PostgresExtension.class)
class ForgettingTest {
    private final TestDatabase database;
    private final LockKeeper lock;
    private final AtomicInteger more = new AtomicInteger();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path logs;

    ForgettingTest(TestDatabase database) {
        this.database = database;
        this.lock = new LockKeeper(database.config(2), "w");
    }

    @BeforeEach
    void the_lock_is_held() throws SQLException {
        lock.step();
        assertThat(lock.isHeld()).isTrue();
    }

    @AfterEach
    void close() {
        lock.close();
    }

    @Test
    void a_round_that_could_not_forget_everything_asks_for_the_next_at_once() throws IOException {
        var jobs = new TestJobs(database);
        jobs.worker("long-gone", 2, null);
        database.dsl().execute("UPDATE runner_workers SET last_seen_at = now() - interval '1 year'");
        database.dsl()
                .execute(
                        "INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, started_at, finished_at)"
                                + " SELECT gen_random_uuid(), ?, 'ok', 'success', 'ada', now() - interval '1 year',"
                                + " now() - interval '1 year' FROM generate_series(1, 700)",
                        jobs.repoId());
        var forgetting = new Forgetting(
                lock,
                new Retention(database.dsl(), Retention.DEFAULT_AGE, 1),
                new LogFiles(logs, InstantSource.system()),
                1,
                more::incrementAndGet);

        forgetting.round();
        assertThat(more).hasValue(1);
        assertThat(rows("runner_jobs")).isBetween(1, 699);

        // The last one finds nothing, which only a batch of its own can tell.
        forgetting.round();
        assertThat(more).hasValue(2);
        assertThat(rows("runner_jobs")).isEqualTo(1);

        forgetting.round();
        assertThat(more).hasValue(2);
        assertThat(rows("runner_workers")).isZero();
    }

    private int rows(String table) {
        return database.dsl().fetchCount(database.dsl().selectFrom(table));
    }
}
