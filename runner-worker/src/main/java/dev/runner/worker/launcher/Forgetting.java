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

/** Forgets old jobs and their logs, then log files that belong to no job. Only the holder of the lock does it. */
final class Forgetting {
    private static final Logger LOG = LoggerFactory.getLogger(Forgetting.class);
    /** A file may be older than its job's row for a moment; nobody misses an orphan for a day. */
    private static final Duration QUIET = Duration.ofDays(1);
    /** Bounds one round; the next one goes on. */
    private static final int BATCHES = 100;

    private final LockKeeper lock;
    private final Retention retention;
    private final LogFiles files;

    Forgetting(LockKeeper lock, Retention retention, LogFiles files) {
        this.lock = lock;
        this.retention = retention;
        this.files = files;
    }

    void round() throws IOException {
        int forgotten = 0;
        for (int i = 0; i < BATCHES && lock.isHeld(); i++) {
            List<UUID> gone = retention.deleteBatch();
            if (gone.isEmpty()) {
                break;
            }
            delete(gone);
            forgotten += gone.size();
        }
        if (forgotten > 0) {
            LOG.atInfo().addKeyValue("jobs", forgotten).log("forgot old jobs");
        }
        if (lock.isHeld()) {
            files.forEachQuiet(QUIET, ids -> delete(retention.unknown(ids)));
        }
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
