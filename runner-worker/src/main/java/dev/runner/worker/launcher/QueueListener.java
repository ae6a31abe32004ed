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
 */
final class QueueListener implements AutoCloseable {
    /** Short, because it is also how long a stopping worker waits for it. Waiting costs the database nothing. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final DatabaseConfig database;
    private final String applicationName;
    private final Runnable onWork;
    private final Runnable onCancel;
    private @Nullable Connection connection;

    QueueListener(DatabaseConfig database, String applicationName, Runnable onWork, Runnable onCancel) {
        this.database = database;
        this.applicationName = applicationName;
        this.onWork = onWork;
        this.onCancel = onCancel;
    }

    /** Waits a moment for notifications. After a failure the next step connects anew, and wakes both: who knows. */
    void step() throws SQLException {
        try {
            PGNotification[] heard = listening().getNotifications((int) PATIENCE.toMillis());
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

    private PGConnection listening() throws SQLException {
        Connection open = connection;
        if (open == null) {
            open = Databases.single(database, applicationName).getConnection();
            connection = open;
            try (var statement = open.createStatement()) {
                statement.execute("LISTEN " + QueueSignal.CHANNEL);
            }
            onWork.run();
            onCancel.run();
        }
        return open.unwrap(PGConnection.class);
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
