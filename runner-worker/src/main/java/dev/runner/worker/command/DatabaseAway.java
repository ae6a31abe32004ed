package dev.runner.worker.command;

import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells the failure to reach the database from all others, by the standard's and PostgreSQL's codes. */
final class DatabaseAway {
    /** Answered by commands that need the database and cannot reach it, so that a script can tell and try again. */
    static final int EXIT_CODE = 3;

    private DatabaseAway() {}

    /** One line for whoever has to put it right; empty when something else is wrong. */
    static Optional<String> reason(Throwable failure) {
        for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && isAway(sql.getSQLState())) {
                return Optional.of("database cannot be reached: "
                        + String.valueOf(sql.getMessage()).strip().replaceAll("\\s+", " "));
            }
        }
        return Optional.empty();
    }

    /** Connection refused or lost, login refused, no such database, too many connections, starting or stopping. */
    private static boolean isAway(@Nullable String state) {
        return state != null
                && (state.startsWith("08")
                        || state.startsWith("28")
                        || state.startsWith("3D")
                        || state.equals("53300")
                        || state.startsWith("57P"));
    }
}
