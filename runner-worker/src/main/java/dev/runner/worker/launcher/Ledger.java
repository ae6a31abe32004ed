package dev.runner.worker.launcher;

import dev.runner.db.DatabaseErrors;
import dev.runner.job.Job;
import dev.runner.queue.AttemptRecords;
import dev.runner.queue.Finish;
import dev.runner.queue.JobFinishes;
import dev.runner.queue.JobLeases;
import dev.runner.worker.execution.ProcessIdentity;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes down what becomes of attempts, and does not give up while the database is away: how a job ended must not be lost
 * because nobody could be told at once. A write that the database refuses is another matter: it is told loudly, and not
 * repeated for ever. Thread-safe.
 */
final class Ledger {
    private static final Logger LOG = LoggerFactory.getLogger(Ledger.class);
    private static final Duration RETRY = Duration.ofSeconds(1);
    /** A plan from before a change of the schema fails once; what fails more often will do so always. */
    private static final int REFUSALS = 3;

    /** What became of a write. */
    enum Entry {
        /** It stands in the database. */
        WRITTEN,
        /** The lease is another's, or the job is over: nothing was changed. */
        NOT_OURS,
        /** The worker stops before the database answered. The next one reads the end where this one read it. */
        GIVEN_UP,
        /** The database answers, and refuses the write each time. */
        REFUSED
    }

    private final JobFinishes finishes;
    private final AttemptRecords records;
    private final JobLeases leases;
    private final WorkerStore workers;
    private final Backoff backoff;
    private final RunListener listener;
    private volatile boolean closed;

    Ledger(
            JobFinishes finishes,
            AttemptRecords records,
            JobLeases leases,
            WorkerStore workers,
            Backoff backoff,
            RunListener listener) {
        this.finishes = finishes;
        this.records = records;
        this.leases = leases;
        this.workers = workers;
        this.backoff = backoff;
        this.listener = listener;
    }

    Entry started(JobRun run, String provider, ProcessIdentity identity) {
        return patiently(() -> records.started(
                run.lease(), provider, identity.host(), identity.bootId(), identity.pid(), identity.startTicks()));
    }

    Entry refused(JobRun run, String category) {
        return patiently(() -> records.refused(run.lease(), category.toLowerCase(Locale.ROOT)));
    }

    Entry adopted(JobRun run) {
        return patiently(() -> records.event(run.lease(), "job_adopted", "found running, and watched again"));
    }

    Entry leftAlone(JobRun run, String reason) {
        return patiently(() -> records.event(run.lease(), "attempt_left_alone", reason));
    }

    /** How long the attempt has been running, by the database's clock. */
    Duration age(JobRun run) {
        var age = new java.util.concurrent.atomic.AtomicReference<>(Duration.ZERO);
        patiently(() -> {
            age.set(records.age(run.lease()).orElse(Duration.ZERO));
            return true;
        });
        return age.get();
    }

    Entry giveBack(JobRun run, String reason, Duration pause) {
        return patiently(() -> finishes.giveBack(run.lease(), reason, pause) || finishes.isWritten(run.lease()));
    }

    /**
     * Asks in the name of the system for the end of what this worker runs.
     *
     * @return false when the lease is another's by now
     * @throws DataAccessException when the database does not answer; asked once, because whoever stops cannot wait
     */
    boolean requestCancel(JobRun run) {
        // A person may have asked before.
        return finishes.requestCancel(run.lease()) || leases.load(run.lease()).isPresent();
    }

    /**
     * Requeues the job if it is to be tried again, or else ends it by the first move that fits. An end that the database
     * refuses as it is, is written without what may be wrong with it.
     */
    Entry conclude(JobRun run, List<Finish> ways, boolean again) {
        Entry entry = end(run, ways, again);
        return entry == Entry.REFUSED ? end(run, Endings.refusedByDatabase(ways.getFirst()), false) : entry;
    }

    private Entry end(JobRun run, List<Finish> ways, boolean again) {
        Job job = run.claimed().job();
        return patiently(() -> {
            if (again && finishes.requeue(run.lease(), ways.getFirst(), backoff.after(job.attempts()))) {
                listener.requeued(job);
                return true;
            }
            for (Finish way : ways) {
                Optional<Duration> took = finishes.finish(run.lease(), way);
                if (took.isPresent()) {
                    log(job, way, took.get());
                    listener.ended(job, way, took.get());
                    return true;
                }
            }
            // The answer to an earlier try may have been lost with its connection, after the commit.
            return finishes.isWritten(run.lease());
        });
    }

    void leaseLost(JobRun run) {
        patiently(() -> {
            records.leaseLost(run.lease());
            return true;
        });
        LOG.atWarn()
                .addKeyValue("job_id", run.key().jobId())
                .addKeyValue("attempt", run.key().attempt())
                .log("the lease was lost; the end is another worker's to record");
    }

    /** Whether the lease holds; empty when the database does not answer now. */
    Optional<Boolean> holds(JobRun run) {
        try {
            return Optional.of(leases.load(run.lease()).isPresent());
        } catch (DataAccessException e) {
            return Optional.empty();
        }
    }

    /** Whether a lost attempt is in the hands of a worker that sees the same processes and hence has adopted it. */
    boolean isAdoptedNextDoor(JobRun run, WorkerProcess here) {
        return patiently(() -> leases.holder(run.key().jobId(), run.key().attempt())
                        .map(holder -> workers.isNextDoor(holder, here))
                        .orElse(false))
                == Entry.WRITTEN;
    }

    private static void log(Job job, Finish way, Duration took) {
        LOG.atInfo()
                .addKeyValue("job_id", job.id())
                .addKeyValue("script_key", job.scriptKey())
                .addKeyValue("status_from", way.move().from().text())
                .addKeyValue("status_to", way.move().to().text())
                .addKeyValue("duration_ms", took.toMillis())
                .log("job ended");
    }

    private Entry patiently(BooleanSupplier write) {
        boolean told = false;
        int refusals = 0;
        while (!closed) {
            try {
                return write.getAsBoolean() ? Entry.WRITTEN : Entry.NOT_OURS;
            } catch (DataAccessException e) {
                if (!DatabaseErrors.mayPass(e)) {
                    refusals++;
                    if (refusals == REFUSALS) {
                        LOG.atError().setCause(e).log("the database refuses to write down what became of a job");
                        return Entry.REFUSED;
                    }
                } else if (!told) {
                    LOG.atWarn().log("not written yet, the database does not answer: {}", e.getMessage());
                    told = true;
                }
                try {
                    Thread.sleep(RETRY);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return Entry.GIVEN_UP;
                }
            }
        }
        return Entry.GIVEN_UP;
    }

    /** Gives up what is not written yet. */
    void close() {
        closed = true;
    }
}
