package dev.runner.worker.launcher;

import dev.runner.retention.LogFiles;
import dev.runner.retention.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Forgets old jobs and their logs, then log files that belong to no job, and workers that were there long ago. Only the
 * holder of the lock does it.
 */
final class Forgetting {
    private static final Logger LOG = LoggerFactory.getLogger(Forgetting.class);
    /** A file may be older than its job's row for a moment; nobody misses an orphan for a day. */
    private static final Duration QUIET = Duration.ofDays(1);
    /** Bounds one round, so that a stopping worker need not be interrupted in it. */
    static final int BATCHES = 100;

    private final LockKeeper lock;
    private final Retention retention;
    private final LogFiles files;
    private final int batches;
    private final Runnable onMore;

    /**
     * @param batches how many one round may delete
     * @param onMore called when a round left something to do: more jobs may end in an hour than one round forgets
     */
    Forgetting(LockKeeper lock, Retention retention, LogFiles files, int batches, Runnable onMore) {
        this.lock = lock;
        this.retention = retention;
        this.files = files;
        this.batches = batches;
        this.onMore = onMore;
    }

    void round() throws IOException {
        int forgotten = 0;
        boolean done = false;
        for (int i = 0; i < batches && !done && lock.isHeld(); i++) {
            List<UUID> gone = retention.deleteBatch();
            delete(gone);
            forgotten += gone.size();
            done = gone.isEmpty();
        }
        if (forgotten > 0) {
            LOG.atInfo().addKeyValue("jobs", forgotten).log("forgot old jobs");
        }
        if (!lock.isHeld()) {
            return;
        }
        if (!done) {
            onMore.run();
            return;
        }
        retention.deleteWorkers();
        files.forEachQuiet(QUIET, ids -> delete(retention.unknown(ids)));
    }

    private void delete(Collection<UUID> ids) {
        for (UUID id : ids) {
            try {
                files.delete(id);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
