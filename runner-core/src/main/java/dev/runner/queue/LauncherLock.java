package dev.runner.queue;

import java.util.Optional;
import org.jooq.DSLContext;

/**
 * The advisory lock that makes one worker the launcher: how it is named, and who holds it.
 *
 * <p>The lock only avoids needless races; that no job is started twice rests on leases. It belongs to a session of its
 * own, whose application name tells the worker, so that the database alone can answer who holds it.
 */
public final class LauncherLock {
    /** "RUNR": the first half of the two-part key, ours among whatever else uses advisory locks in this database. */
    public static final int CLASS_ID = 0x52554E52;

    public static final int OBJECT_ID = 1;

    private static final String APPLICATION = "runner-launcher:";

    /** PostgreSQL cuts application names there, and a cut id would name nobody. */
    private static final int APPLICATION_NAME_LENGTH = 63;

    private LauncherLock() {}

    /** The longest worker id that fits into an application name. */
    public static int longestWorkerId() {
        return APPLICATION_NAME_LENGTH - APPLICATION.length();
    }

    /** What the lock's session is called when this worker holds it. */
    public static String applicationName(String workerId) {
        if (workerId.length() > longestWorkerId()) {
            throw new IllegalArgumentException("worker id %s is too long".formatted(workerId));
        }
        return APPLICATION + workerId;
    }

    /** The id of the worker that holds the lock now; empty when nobody does. */
    public static Optional<String> holder(DSLContext dsl) {
        return dsl.resultQuery("""
                        SELECT substr(a.application_name, ?) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
                        WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
                          AND l.classid = ?::bigint::oid AND l.objid = ?::bigint::oid
                          AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
                          AND a.application_name LIKE ?""", APPLICATION.length() + 1, CLASS_ID, OBJECT_ID, APPLICATION + "%")
                .fetchOptional(0, String.class);
    }
}
