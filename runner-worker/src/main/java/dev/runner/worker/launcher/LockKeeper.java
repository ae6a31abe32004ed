package dev.runner.worker.launcher;

import dev.runner.db.DatabaseConfig;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the launcher lock, or waits for it. One thread calls {@link #step} again and again; any thread may ask
 * {@link #isHeld}, which turns false as soon as a step finds the lock gone.
 */
final class LockKeeper implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LockKeeper.class);

    private final DatabaseConfig database;
    private final String workerId;
    private @Nullable LockSession session;
    private boolean standingBy;
    private volatile boolean held;
    private volatile long heldSince;

    LockKeeper(DatabaseConfig database, String workerId) {
        this.database = database;
        this.workerId = workerId;
    }

    boolean isHeld() {
        return held;
    }

    /** When it was taken last, in nanoseconds of this process; meaningless while it is not held. */
    long heldSince() {
        return heldSince;
    }

    /** Checks the lock, or tries to take it. After a failure the session is given up and the next step opens another. */
    void step() throws SQLException {
        try {
            if (held) {
                verify();
            } else {
                tryTake();
            }
        } catch (SQLException e) {
            lose();
            throw e;
        }
    }

    private void verify() throws SQLException {
        if (!openSession().isHeld()) {
            lose();
            LOG.atWarn()
                    .addKeyValue("worker_id", workerId)
                    .log(
                            "the launcher lock is gone although its session lives; is there a pooler before the database?");
        }
    }

    private void tryTake() throws SQLException {
        if (openSession().tryTake()) {
            heldSince = System.nanoTime();
            held = true;
            standingBy = false;
            LOG.atInfo().addKeyValue("worker_id", workerId).log("launcher lock taken");
        } else if (!standingBy) {
            standingBy = true;
            LOG.atInfo().addKeyValue("worker_id", workerId).log("another worker is the launcher; standing by");
        }
    }

    private LockSession openSession() throws SQLException {
        LockSession open = session;
        if (open == null) {
            open = LockSession.open(database, workerId);
            session = open;
        }
        return open;
    }

    private void lose() {
        if (held) {
            held = false;
            LOG.atWarn().addKeyValue("worker_id", workerId).log("launcher lock lost");
        }
        standingBy = false;
        close();
    }

    @Override
    public void close() {
        held = false;
        LockSession open = session;
        session = null;
        if (open != null) {
            try {
                open.close();
            } catch (SQLException e) {
                LOG.atDebug().setCause(e).log("the lock's session did not close cleanly");
            }
        }
    }
}
