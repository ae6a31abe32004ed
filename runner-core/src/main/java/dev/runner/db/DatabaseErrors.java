package dev.runner.db;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.List;
import java.util.Set;
import org.jooq.exception.DataAccessException;

/** Tells errors that pass by themselves from those that come again whenever the same is asked. */
public final class DatabaseErrors {
    /** Connections, serialization and deadlocks, resources, the server's own operation and its files. */
    private static final List<String> PASSING_CLASSES = List.of("08", "40", "53", "57P", "58");

    /** A lock not to be had, a statement canceled or out of time, a standby that is not the primary yet. */
    private static final Set<String> PASSING = Set.of("55P03", "57014", "25006");

    private DatabaseErrors() {}

    /**
     * Whether the same statement may do later: the database is away, busy, or starting. Otherwise it refuses the
     * statement itself, and somebody has made a mistake.
     */
    public static boolean mayPass(DataAccessException e) {
        SQLException cause = e.getCause(SQLException.class);
        if (cause == null || cause instanceof SQLTransientException || cause instanceof SQLRecoverableException) {
            return true;
        }
        String state = cause.getSQLState();
        // Without a state it comes from the way there, not from the server.
        return state == null
                || PASSING.contains(state)
                || PASSING_CLASSES.stream().anyMatch(state::startsWith);
    }
}
