package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.db.DatabaseConfig;
import dev.runner.queue.LauncherLock;
import dev.runner.testing.PgBouncer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LockKeeperTest {
    private final TestDatabase database;
    private final LockKeeper first;
    private final LockKeeper second;

    LockKeeperTest(TestDatabase database) {
        this.database = database;
        this.first = new LockKeeper(database.config(2), "first");
        this.second = new LockKeeper(database.config(2), "second");
    }

    @BeforeEach
    void the_first_holds_the_lock() throws SQLException {
        first.step();
        assertThat(first.isHeld()).isTrue();
    }

    @AfterEach
    void nobody_holds_it() {
        first.close();
        second.close();
        awaitHolder(Optional.empty());
    }

    @Test
    void only_one_holds_it_and_the_database_can_name_the_holder() throws SQLException {
        second.step();

        assertThat(second.isHeld()).isFalse();
        assertThat(LauncherLock.holder(database.dsl())).contains("first");
    }

    @Test
    void keeping_it_takes_it_only_once() throws SQLException {
        first.step();
        first.step();

        Object taken = database.dsl()
                .fetchValue(
                        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = ?::bigint::oid",
                        LauncherLock.CLASS_ID);
        assertThat(taken).isEqualTo(1L);
        assertThat(first.isHeld()).isTrue();
    }

    @Test
    void a_standby_takes_over_when_the_holder_leaves() throws SQLException {
        second.step();
        first.close();
        awaitHolder(Optional.empty());

        second.step();

        assertThat(first.isHeld()).isFalse();
        assertThat(second.isHeld()).isTrue();
        assertThat(LauncherLock.holder(database.dsl())).contains("second");
    }

    @Test
    void a_standby_takes_over_when_the_holders_connection_is_killed_and_the_holder_notices() throws SQLException {
        second.step();
        killSessionOf("first");
        awaitHolder(Optional.empty());

        second.step();
        assertThat(second.isHeld()).isTrue();
        assertThatThrownBy(first::step).isInstanceOf(SQLException.class);
        assertThat(first.isHeld()).isFalse();

        // With a new session the former holder is an ordinary standby.
        first.step();
        assertThat(first.isHeld()).isFalse();
    }

    @Test
    void a_holder_whose_connection_was_killed_takes_the_lock_again_if_nobody_else_did() throws SQLException {
        killSessionOf("first");
        awaitHolder(Optional.empty());
        assertThatThrownBy(first::step).isInstanceOf(SQLException.class);

        first.step();

        assertThat(first.isHeld()).isTrue();
    }

    @Test
    void a_pooler_that_gives_each_connection_a_session_is_no_hindrance() throws Exception {
        first.close();
        awaitHolder(Optional.empty());
        try (var pooler = PgBouncer.before(database, "pool_mode = session");
                var keeper = new LockKeeper(pooler.config(), "third")) {
            keeper.step();
            keeper.step();

            assertThat(keeper.isHeld()).isTrue();
            assertThat(LauncherLock.holder(database.dsl())).contains("third");

            keeper.close();
            awaitHolder(Optional.empty());
        }
    }

    @Test
    void a_database_that_is_away_is_an_error_each_time_and_no_lock() {
        try (var keeper =
                new LockKeeper(DatabaseConfig.of("jdbc:postgresql://127.0.0.1:1/none?user=nobody"), "third")) {
            assertThatThrownBy(keeper::step).isInstanceOf(SQLException.class);
            assertThatThrownBy(keeper::step).isInstanceOf(SQLException.class);
            assertThat(keeper.isHeld()).isFalse();
        }
    }

    private void killSessionOf(String worker) {
        assertThat(database.dsl()
                        .fetchValue(
                                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = ?",
                                LauncherLock.applicationName(worker)))
                .isEqualTo(1L);
    }

    /** The server ends a session a moment after it was told to. */
    private void awaitHolder(Optional<String> expected) {
        while (!LauncherLock.holder(database.dsl()).equals(expected)) {
            Thread.onSpinWait();
        }
    }
}
