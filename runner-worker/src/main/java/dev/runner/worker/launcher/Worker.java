package dev.runner.worker.launcher;

import dev.runner.db.Databases;
import dev.runner.job.JobStore;
import dev.runner.queue.AttemptRecords;
import dev.runner.queue.JobClaims;
import dev.runner.queue.JobFinishes;
import dev.runner.queue.JobLeases;
import dev.runner.repo.Repos;
import dev.runner.retention.LogFiles;
import dev.runner.retention.Retention;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running worker: loops that make it known, keep the launcher lock, claim, listen, notice cancels and heal. Closing it
 * stops claiming first, then everything else; jobs go on running, or are canceled, as the configuration says.
 */
public final class Worker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    /** How soon a standby takes over, and how soon a launcher notices that it no longer is one. */
    private static final Duration LOCK_CHECK = Duration.ofSeconds(1);

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration CANCEL_POLL = Duration.ofMillis(500);
    private static final Duration FENCE_CHECK = Duration.ofSeconds(1);
    private static final Duration HEAL = Duration.ofSeconds(5);
    private static final Duration FORGET = Duration.ofHours(1);
    private static final Duration LISTEN_AGAIN = Duration.ZERO;
    /** The time a cancel may take, and then some to record it. */
    private static final Duration STOP_ALL = JobRunner.GRACE.plusSeconds(5);

    private final WorkerParts parts;
    private final WorkerStore store;
    private final LockKeeper lock;
    private final JobRunner runner;
    private final LogRoom room;
    private final Launcher launcher;
    private final QueueListener listener;
    private final Loop claiming;
    private final Loop canceling;
    private final Loop heartbeat;
    private final Loop lockLoop;
    private final Loop fencing;
    private final Loop healing;
    /**
     * Apart from healing, because it reads the disk of the logs: whatever that does, jobs are to be taken over, and what
     * becomes of what is left says nothing about the database, by whose answers jobs are taken over.
     */
    private final Loop clearing;

    private final Loop listening;
    private final Loop forgetting;

    private Worker(WorkerParts parts) {
        this.parts = parts;
        DSLContext dsl = Databases.dsl(parts.pool());
        this.store = new WorkerStore(parts.pool());
        this.lock = new LockKeeper(parts.database(), parts.identity().id());
        WorkerProcess process = WorkerProcess.current();
        var jobs = new JobStore(dsl);
        var leases = new JobLeases(dsl, parts.config().lease());
        this.runner = new JobRunner(
                parts.provider(),
                new JobPolicy(parts.registry(), parts.config().defaultTimeoutSeconds()),
                new Repos(dsl),
                parts.allowedPaths(),
                new Ledger(
                        new JobFinishes(dsl),
                        new AttemptRecords(dsl),
                        leases,
                        store,
                        new Backoff(RandomGenerator.getDefault()),
                        parts.listener()),
                process,
                parts.clock(),
                this::wakeClaiming,
                new StartTrouble() {
                    @Override
                    public void lost(String reason) {
                        providerLost(reason);
                    }

                    @Override
                    public void exhausted(String reason) {
                        launcher.exhausted(reason);
                        LOG.atWarn().addKeyValue("reason", reason).log("nothing can be started just now");
                    }
                },
                parts.listener());
        this.room = new LogRoom(parts.obstacle(), parts.disk());
        this.launcher = new Launcher(
                parts.identity(),
                process,
                parts.config(),
                lock,
                store,
                new JobClaims(dsl, parts.config().lease()),
                leases,
                runner,
                room,
                parts.registry(),
                parts.listener(),
                this::wakeClaiming);
        this.claiming = new Loop("claim", POLL, launcher::claim);
        this.canceling = new Loop("cancel", CANCEL_POLL, launcher::lookForCancels);
        this.heartbeat = new Loop("heartbeat", parts.config().heartbeat(), launcher::beat);
        this.lockLoop = new Loop("launcher-lock", LOCK_CHECK, this::checkLock);
        this.fencing = new Loop("fence", FENCE_CHECK, launcher::fence);
        this.healing = new Loop("heal", HEAL, launcher::heal);
        var leftovers = new Leftovers(parts.provider(), leases, jobs, runner);
        this.clearing = new Loop("leftovers", HEAL, () -> {
            if (parts.config().enabled()) {
                leftovers.end();
            }
        });
        this.listener = new QueueListener(
                parts.database(),
                "runner-listener:" + parts.identity().id(),
                QueueListener.PROBE,
                claiming::wake,
                canceling::wake);
        this.listening = new Loop("listen", LISTEN_AGAIN, listener::step);
        var retention = new Retention(dsl, Retention.DEFAULT_AGE, Retention.DEFAULT_KEPT);
        this.forgetting = new Loop(
                "forget",
                FORGET,
                new Forgetting(
                        lock,
                        retention,
                        new LogFiles(parts.logDirectory(), parts.clock()),
                        Forgetting.BATCHES,
                        this::wakeForgetting)::round);
    }

    /** Starts it; a database that is away just now only delays what it does. */
    public static Worker start(WorkerParts parts) {
        var worker = new Worker(parts);
        LOG.atInfo()
                .addKeyValue("worker_id", parts.identity().id())
                .addKeyValue("mode", parts.config().mode().text())
                .addKeyValue("capacity", parts.config().capacity())
                .log("worker started");
        worker.loops().forEach(Loop::start);
        return worker;
    }

    private List<Loop> loops() {
        return List.of(heartbeat, fencing, lockLoop, healing, clearing, claiming, canceling, listening, forgetting);
    }

    private void checkLock() throws java.sql.SQLException {
        if (!parts.config().enabled()) {
            // Whoever is switched off must not keep the lock from a worker that would use it.
            return;
        }
        boolean before = lock.isHeld();
        lock.step();
        if (!before && lock.isHeld()) {
            // Whoever held it before may have left jobs behind; after that there may be work that nobody could take.
            healing.wake();
            forgetting.wake();
        }
    }

    private void wakeClaiming() {
        claiming.wake();
    }

    private void wakeForgetting() {
        forgetting.wake();
    }

    private void providerLost(String reason) {
        launcher.providerLost(reason);
        LOG.atError().log("nothing can be started any more, so this worker stops: {}", reason);
        parts.onBroken().run();
    }

    /** Whether this worker is the launcher just now. */
    public boolean isLauncher() {
        return lock.isHeld();
    }

    /** How long the slowest of those that jobs depend on has been due. More than a minute means that it hangs. */
    public Duration overdue() {
        var loops = Stream.of(heartbeat, lockLoop, healing, claiming, canceling).map(Loop::overdue);
        return Stream.concat(loops, Stream.of(parts.provider().overdue()))
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Why it takes nothing new just now; null when nothing speaks against it. */
    public @Nullable String refusal() {
        return launcher.refusal();
    }

    /** How many jobs it has in hand. */
    public int active() {
        return runner.active();
    }

    @Override
    public void close() {
        close(parts.config().drain());
    }

    /** Closes it; {@code drain}: whether jobs go on running for another worker to adopt, instead of being canceled. */
    public void close(boolean drain) {
        launcher.stopClaiming();
        claiming.stop();
        if (!drain) {
            // What is taken over while the others end would be left running, by the very process that is to leave
            // nothing.
            healing.stop();
            healing.join();
        }
        claiming.join();
        if (!drain) {
            try {
                runner.stopAll(STOP_ALL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        loops().forEach(Loop::stop);
        loops().forEach(Loop::join);
        runner.close();
        listener.close();
        lock.close();
        room.close();
        // Last, so that leases and heartbeat hold until there is nothing left to do.
        try {
            store.stopped(parts.identity());
        } catch (DataAccessException e) {
            LOG.atWarn().setCause(e).log("the end could not be noted; the others notice by the missing heartbeat");
        }
        LOG.atInfo().addKeyValue("worker_id", parts.identity().id()).log("worker stopped");
    }
}
