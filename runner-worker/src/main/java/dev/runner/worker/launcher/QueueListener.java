package dev.runner.worker.launcher;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.queue.QueueSignal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Hears of new work and cancels as they are committed, on a connection of its own. A hint only: whoever is woken looks
 * into the tables, and polls them anyway. One thread calls {@link #step} again and again.
 *
 * <p>Who only listens cannot tell a quiet server from one that is gone, as after a failure of the network in between. So
 * the connection is asked something now and then, and given up when it does not answer.
 */
final class QueueListener implements AutoCloseable {
    /** Short, because it is also how long a stopping worker waits for it. Waiting costs the database nothing. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** How long a dead connection costs a poll interval before anybody knows. */
    static final Duration PROBE = Duration.ofSeconds(30);

    private final DatabaseConfig database;
    private final String applicationName;
    private final Duration probe;
    private final Runnable onWork;
    private final Runnable onCancel;
    private @Nullable Connection connection;
    private long probed;

    /** @param probe how often the connection is asked whether it lives */
    QueueListener(DatabaseConfig database, String applicationName, Duration probe, Runnable onWork, Runnable onCancel) {
        this.database = database;
        this.applicationName = applicationName;
        this.probe = probe;
        this.onWork = onWork;
        this.onCancel = onCancel;
    }

    /** Waits a moment for notifications. After a failure the next step connects anew, and wakes both: who knows. */
    void step() throws SQLException {
        try {
            Connection open = listening();
            ask(open);
            PGNotification[] heard = open.unwrap(PGConnection.class).getNotifications((int) PATIENCE.toMillis());
            if (heard == null) {
                return;
            }
            for (PGNotification notification : heard) {
                (notification.getParameter().equals(QueueSignal.CANCEL) ? onCancel : onWork).run();
            }
        } catch (SQLException e) {
            close();
            throw e;
        }
    }

    private void ask(Connection open) throws SQLException {
        long now = System.nanoTime();
        if (now - probed >= probe.toNanos()) {
            try (var statement = open.createStatement()) {
                statement.execute("SELECT 1");
            }
            probed = now;
        }
    }

    private Connection listening() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = Databases.single(database, applicationName).getConnection();
            connection = open;
            // For statements; how long to wait for a notification is said each time.
            open.setNetworkTimeout(Runnable::run, (int) database.socketTimeout().toMillis());
            probed = System.nanoTime();
            try (var statement = open.createStatement()) {
                statement.execute("LISTEN " + QueueSignal.CHANNEL);
            }
            onWork.run();
            onCancel.run();
        }
        return open;
    }

    @Override
    public void close() {
        Connection open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                // It is given up either way.
                connection = null;
            }
        }
    }
}
