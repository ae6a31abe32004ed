package dev.runner.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.config.Secret;
import dev.runner.testing.CuttableWire;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class PatientPoolTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TestDatabase database;

    PatientPoolTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_database_that_is_away_is_told_soon_and_found_again() throws Exception {
        try (var wire = new CuttableWire(database);
                var pool = Databases.pool(config(wire.jdbcUrl()), "test-away")) {
            assertThat(answers(pool)).isTrue();
            wire.cut();

            long start = System.nanoTime();
            assertThatThrownBy(() -> untilRefused(pool)).isInstanceOf(SQLTransientConnectionException.class);
            assertThat(secondsSince(start)).isLessThan(20);

            wire.mend();
            assertThat(answersInTheEnd(pool)).isTrue();
        }
    }

    @Test
    void a_database_that_is_silent_is_told_soon() throws Exception {
        try (var wire = new CuttableWire(database);
                var pool = Databases.pool(config(wire.jdbcUrl()), "test-silent")) {
            assertThat(answers(pool)).isTrue();
            wire.freeze();

            long start = System.nanoTime();
            assertThatThrownBy(() -> untilRefused(pool)).isInstanceOf(SQLException.class);
            assertThat(secondsSince(start)).isLessThan(20);
        }
    }

    @Test
    void callers_of_a_busy_pool_queue_for_longer_than_opening_a_connection_may_take() throws Exception {
        try (var pool = Databases.pool(config(database.jdbcUrl()), "test-busy")) {
            Connection first = pool.getConnection();
            Connection second = pool.getConnection();
            var third = CompletableFuture.supplyAsync(() -> answers(pool));
            assertThatThrownBy(() -> third.get(PatientPool.AWAY.toMillis() + 1000, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            first.close();
            second.close();
            assertThat(third.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    private static DatabaseConfig config(String url) {
        return new DatabaseConfig(url, "", Secret.NONE, 2, PATIENCE, Duration.ofSeconds(5));
    }

    private static double secondsSince(long start) {
        return (System.nanoTime() - start) / 1e9;
    }

    /** A connection used a moment ago is handed out unchecked; its first statement then fails instead. */
    private static void untilRefused(DataSource pool) throws SQLException {
        try {
            ask(pool);
        } catch (SQLTransientConnectionException e) {
            throw e;
        } catch (SQLException e) {
            ask(pool);
        }
    }

    /** The pool pauses for up to ten seconds between attempts to open a connection; each call waits for three. */
    private static boolean answersInTheEnd(DataSource pool) throws SQLException {
        int asked = 0;
        while (true) {
            try {
                return ask(pool);
            } catch (SQLTransientConnectionException e) {
                if (++asked == 8) {
                    throw e;
                }
            }
        }
    }

    private static boolean answers(DataSource pool) {
        try {
            return ask(pool);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean ask(DataSource pool) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT true")) {
            return row.next() && row.getBoolean(1);
        }
    }
}
