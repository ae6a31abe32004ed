package dev.runner.worker.launcher;

import dev.runner.db.DatabaseConfig;
import java.time.Duration;
import javax.sql.DataSource;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running worker: two loops, one that makes it known and one that keeps the launcher lock. Closing it stops both,
 * gives the lock back and notes the end.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    private static final Duration HEARTBEAT = Duration.ofSeconds(30);
    /** How soon a standby takes over, and how soon a launcher notices that it no longer is one. */
    private static final Duration LOCK_CHECK = Duration.ofSeconds(2);

    private static final String NOTHING_EXECUTES_YET = "executing jobs arrives with the next version";
    private static final String SWITCHED_OFF = "RUNNER_ENABLED is false";

    private final WorkerIdentity identity;
    private final WorkerStore store;
    private final LockKeeper lock;
    private final Loop heartbeat;
    private final Loop lockLoop;

    private Worker(WorkerIdentity identity, LauncherConfig config, DatabaseConfig database, DataSource pool) {
        this.identity = identity;
        this.store = new WorkerStore(pool);
        this.lock = new LockKeeper(database, identity.id());
        this.heartbeat = new Loop("heartbeat", HEARTBEAT, () -> store.beat(identity, config, refusal(config)));
        this.lockLoop = new Loop("launcher-lock", LOCK_CHECK, lock::step);
    }

    /** Starts it; a database that is away just now only delays what it does. */
    public static Worker start(
            WorkerIdentity identity, LauncherConfig config, DatabaseConfig database, DataSource pool) {
        var worker = new Worker(identity, config, database, pool);
        LOG.atInfo()
                .addKeyValue("worker_id", identity.id())
                .addKeyValue("mode", config.mode().text())
                .addKeyValue("capacity", config.capacity())
                .log("worker started");
        worker.heartbeat.start();
        worker.lockLoop.start();
        return worker;
    }

    private static @Nullable String refusal(LauncherConfig config) {
        return config.enabled() ? NOTHING_EXECUTES_YET : SWITCHED_OFF;
    }

    /** Whether this worker is the launcher just now. */
    public boolean isLauncher() {
        return lock.isHeld();
    }

    @Override
    public void close() {
        lockLoop.close();
        heartbeat.close();
        lock.close();
        try {
            store.stopped(identity);
        } catch (DataAccessException e) {
            LOG.atWarn().setCause(e).log("the end could not be noted; the others notice by the missing heartbeat");
        }
        LOG.atInfo().addKeyValue("worker_id", identity.id()).log("worker stopped");
    }
}
