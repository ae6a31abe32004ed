package dev.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LauncherLockTest {
    private final TestDatabase database;

    LauncherLockTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void names_the_worker_that_holds_it_and_nobody_afterwards() throws SQLException {
        assertThat(LauncherLock.holder(database.dsl())).isEmpty();
        try (Connection holder = connect(LauncherLock.applicationName("host-1"))) {
            lock(holder, LauncherLock.OBJECT_ID);
            assertThat(LauncherLock.holder(database.dsl())).contains("host-1");
        }
        // The server ends a session a moment after the client has left.
        while (LauncherLock.holder(database.dsl()).isPresent()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void other_advisory_locks_are_not_it() throws SQLException {
        try (Connection other = connect(LauncherLock.applicationName("host-2"))) {
            lock(other, LauncherLock.OBJECT_ID + 1);
            assertThat(LauncherLock.holder(database.dsl())).isNotEqualTo(java.util.Optional.of("host-2"));
        }
    }

    @Test
    void refuses_an_id_that_the_server_would_cut() {
        assertThat(LauncherLock.applicationName("x".repeat(LauncherLock.longestWorkerId())))
                .hasSize(63);
        assertThatThrownBy(() -> LauncherLock.applicationName("x".repeat(LauncherLock.longestWorkerId() + 1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private Connection connect(String applicationName) throws SQLException {
        var properties = new Properties();
        properties.setProperty("ApplicationName", applicationName);
        return DriverManager.getConnection(database.jdbcUrl(), properties);
    }

    private static void lock(Connection connection, int object) throws SQLException {
        try (var statement = connection.prepareStatement("SELECT pg_advisory_lock(?, ?)")) {
            statement.setInt(1, LauncherLock.CLASS_ID);
            statement.setInt(2, object);
            statement.execute();
        }
    }
}
