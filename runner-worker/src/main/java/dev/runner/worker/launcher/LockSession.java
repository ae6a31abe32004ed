package dev.runner.worker.launcher;

import dev.runner.db.DatabaseConfig;
import dev.runner.queue.LauncherLock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;

/**
 * A connection outside the pool that can hold the launcher lock. The lock lives and dies with it.
 *
 * <p>Both ends give up on each other within seconds: here by a short read limit, on the server by keep-alive settings of
 * this session, because a lock held for a host that lost power would keep every standby waiting for two hours. One that
 * is frozen keeps its connection, so the server also ends a session that asks nothing; a live one asks every second.
 */
final class LockSession implements AutoCloseable {
    private static final String SECONDS = "5";

    /** After connecting rather than with it: a pooler, even one that pools by session, refuses such options. */
    private static final String SERVER_SETTINGS = """
            SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
            SET idle_session_timeout = '10s'; SET statement_timeout = '5s'""";

    /** Asked of the lock table rather than remembered: behind a pooler the next statement may be another session's. */
    private static final String IS_HELD = """
            SELECT EXISTS (
                SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = pg_backend_pid()
                AND classid = ?::bigint::oid AND objid = ?::bigint::oid AND objsubid = 2)""";

    private final Connection connection;

    private LockSession(Connection connection) {
        this.connection = connection;
    }

    static LockSession open(DatabaseConfig config, String workerId) throws SQLException {
        var properties = new Properties();
        if (!config.user().isEmpty()) {
            properties.setProperty("user", config.user());
        }
        if (config.password().isPresent()) {
            properties.setProperty("password", config.password().reveal());
        }
        properties.setProperty("ApplicationName", LauncherLock.applicationName(workerId));
        properties.setProperty("connectTimeout", SECONDS);
        properties.setProperty("loginTimeout", SECONDS);
        properties.setProperty("socketTimeout", SECONDS);
        properties.setProperty("tcpKeepAlive", "true");
        Connection connection = DriverManager.getConnection(config.url(), properties);
        try (Statement statement = connection.createStatement()) {
            statement.execute(SERVER_SETTINGS);
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return new LockSession(connection);
    }

    /** Takes the lock if nobody has it. To be asked once only while not held: PostgreSQL counts repeated takings. */
    boolean tryTake() throws SQLException {
        return ask("SELECT pg_try_advisory_lock(?, ?)");
    }

    boolean isHeld() throws SQLException {
        return ask(IS_HELD);
    }

    private boolean ask(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, LauncherLock.CLASS_ID);
            statement.setInt(2, LauncherLock.OBJECT_ID);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    /** Ends the session and with it the lock. */
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
