package dev.runner.api.http;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/** Tells a database that is away from a mistake of ours: the caller should try again after the first only. */
final class DatabaseFailures {
    private static final String CONNECTION = "08";
    private static final String OPERATOR_INTERVENTION = "57";
    private static final String INSUFFICIENT_RESOURCES = "53";
    private static final String READ_ONLY = "25006";

    boolean isUnavailable(@Nullable Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof SQLTransientConnectionException
                    || (t instanceof SQLException e && hints(e.getSQLState()))) {
                return true;
            }
        }
        return false;
    }

    private static boolean hints(@Nullable String state) {
        return state != null
                && (state.startsWith(CONNECTION)
                        || state.startsWith(OPERATOR_INTERVENTION)
                        || state.startsWith(INSUFFICIENT_RESOURCES)
                        || state.equals(READ_ONLY));
    }
}
