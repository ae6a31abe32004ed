package dev.runner.startup;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * Whether a connection has a session of the server to itself for as long as it is open.
 *
 * <p>Behind a pooler that gives sessions to single transactions it has not, and nothing says so: the launcher lock stays
 * in a session that somebody else is given next and that nobody can ask to let go, notifications arrive at whoever has
 * the session that listens, and a prepared statement is sought where it was never prepared. So it is told at the start.
 *
 * <p>Asked are the process ids of two sessions. A connection never changes its own, and two that are open never have the
 * same, unless there is such a pooler; so one that fits is never refused. One that does not gives itself away at once
 * while it is quiet, because the session that was used last, or longest ago, answers the next one who asks. Others who
 * use it meanwhile may hide that once, and hardly so many times. Nothing is left behind in any session.
 */
public final class SessionCheck {
    /** Some milliseconds on a near database. */
    private static final int ASKED = 48;

    /** A session pooler without a session to spare says nothing for minutes. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final int NONE = -1;

    private SessionCheck() {}

    /** What is wrong and what to do, in one sentence; empty when sessions belong to their connections. */
    public static Optional<String> problem(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return problem(connection, dataSource);
        }
    }

    static Optional<String> problem(Connection first, DataSource dataSource) throws SQLException {
        int firstSession = session(first);
        int secondSession = NONE;
        try (Connection second = dataSource.getConnection()) {
            second.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis());
            for (int i = 0; i < ASKED; i++) {
                // In pairs: taking turns would suit a pooler that takes turns as well.
                boolean askFirst = (i / 2) % 2 == 1;
                int session = session(askFirst ? first : second);
                if (secondSession == NONE) {
                    secondSession = session;
                }
                if (session != (askFirst ? firstSession : secondSession) || firstSession == secondSession) {
                    return Optional.of("database: there is a pooler before it that gives each transaction another"
                            + " session, but locks, notifications and prepared statements belong to one; connect to"
                            + " PostgreSQL itself, or pool by session (PgBouncer: pool_mode = session)");
                }
            }
        } catch (SQLException e) {
            return Optional.of(
                    "database: a second connection is not answered while there is one, but each program needs"
                            + " RUNNER_DATABASE_POOL_SIZE of them and a worker two more: " + e.getMessage());
        }
        return Optional.empty();
    }

    private static int session(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
