package dev.runner.worker.launcher;

import dev.runner.queue.ClaimedJob;
import dev.runner.queue.JobClaims;
import dev.runner.queue.JobLeases;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import dev.runner.worker.execution.AttemptKey;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what this worker takes in hand: claims waiting jobs while it may, heals orphans, and lets go of what is no
 * longer its own. Each method is one round of a loop.
 */
final class Launcher {
    private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);
    /** A clock that runs this much faster than ours for a moment was set. */
    private static final Duration CLOCK_STEP = Duration.ofSeconds(10);

    /** Of one look, so that the jobs of a large worker are not all loaded at once; until a look finds fewer. */
    private static final int ORPHANS = 100;

    private final WorkerIdentity identity;
    private final WorkerProcess process;
    private final LauncherConfig config;
    private final LockKeeper lock;
    private final WorkerStore workers;
    private final JobClaims claims;
    private final JobLeases leases;
    private final JobRunner runner;
    private final LogRoom room;
    private final RunListener listener;
    private final Map<String, Integer> scriptLimits;
    private final Runnable onHealed;
    private final long startedAt = System.nanoTime();
    /** When the last healing began that went well: what was left behind before that is in hand. */
    private volatile long healedAt = startedAt - 1;
    /** Since when the database has answered without a break, by one clock, in nanoseconds of this process. */
    private volatile long connectedSince = System.nanoTime();

    private @Nullable DatabaseClock lastTime;
    /** Held by whoever takes jobs in hand, so that one that is ours and in nobody's hand is not just on its way. */
    private final ReentrantLock taking = new ReentrantLock();
    /** Whether the answer to some statement was lost: it may have made jobs ours without our knowing. */
    private volatile boolean unsure;

    private volatile boolean strangers = true;
    private volatile @Nullable String providerLost;
    /** Why nothing is claimed for a moment, and until when, in nanoseconds of this process. */
    private volatile @Nullable String exhausted;

    private volatile long exhaustedUntil;

    private volatile boolean claiming = true;

    Launcher(
            WorkerIdentity identity,
            WorkerProcess process,
            LauncherConfig config,
            LockKeeper lock,
            WorkerStore workers,
            JobClaims claims,
            JobLeases leases,
            JobRunner runner,
            LogRoom room,
            Registry registry,
            RunListener listener,
            Runnable onHealed) {
        this.identity = identity;
        this.process = process;
        this.config = config;
        this.lock = lock;
        this.workers = workers;
        this.claims = claims;
        this.leases = leases;
        this.runner = runner;
        this.room = room;
        this.listener = listener;
        this.onHealed = onHealed;
        this.scriptLimits = registry.scripts().stream()
                .filter(script -> script.concurrencyLimit().isPresent())
                .collect(Collectors.toUnmodifiableMap(
                        Script::key, script -> script.concurrencyLimit().getAsInt()));
    }

    /** Takes as many waiting jobs as there are free slots. */
    void claim() {
        if (runner.active() >= config.capacity() || !mayClaim()) {
            return;
        }
        taking.lock();
        try {
            if (unsure) {
                // First, because it may become true again meanwhile.
                unsure = false;
                watched(() -> {
                    startStrays();
                    return true;
                });
            }
            claim(config.capacity() - runner.active());
        } finally {
            taking.unlock();
        }
    }

    private void claim(int free) {
        if (free > 0) {
            long asked = System.nanoTime();
            List<ClaimedJob> claimed = watched(() -> config.mode() == LauncherMode.EXCLUSIVE
                    ? claims.claimWithin(config.capacity(), identity.id(), free, config.queues(), scriptLimits)
                    : claims.claim(identity.id(), free, config.queues(), scriptLimits));
            listener.claimed(claimed, Duration.ofNanos(System.nanoTime() - asked));
            claimed.forEach(job -> runner.start(job, asked));
        }
    }

    private boolean mayClaim() {
        return claiming
                && config.enabled()
                && (config.mode() == LauncherMode.SHARED || lock.isHeld())
                && hasHealed()
                && providerLost == null
                && exhausted() == null
                && !runner.isGivingBack()
                && room.look().obstacle() == null;
    }

    /**
     * Whether the jobs of whoever was here before are counted among those in hand. Claiming sooner would fill the slots
     * that they still need, and twice as many as allowed would run.
     */
    private boolean hasHealed() {
        long since = config.mode() == LauncherMode.SHARED ? startedAt : lock.heldSince();
        return healedAt - since >= 0;
    }

    /** Renews the leases, and makes the worker known. */
    void beat() {
        watched(() -> {
            // First, so that whoever sees this heartbeat can rely on being known.
            strangers = workers.hasStrangers(process, config.lease().multipliedBy(2));
            long asked = System.nanoTime();
            var held = leases.renew(identity.id());
            runner.renewed(held, asked);
            runner.reconcile(held, asked);
            // Only now, because what a worker tells of itself needs a look at its disk, and what it runs does not.
            workers.beat(identity, process, config, refusal(), room.look().space());
            listener.beat();
            return true;
        });
    }

    /**
     * Ends jobs whose lease could not be renewed for so long that another worker will soon take them over, if there is
     * one that would not see their processes. Where there is none, an outage of the database costs no job.
     */
    void fence() {
        long now = System.nanoTime();
        if (strangers) {
            runner.fence(run -> run.leaseAge(now).compareTo(config.fence()) > 0);
        }
    }

    /** Notices cancels. Costs nothing while nothing runs. */
    void lookForCancels() {
        if (runner.active() > 0) {
            watched(() -> {
                long asked = System.nanoTime();
                runner.reconcile(leases.held(identity.id()), asked);
                return true;
            });
        }
    }

    /**
     * Takes over jobs without a living owner: at once those of this host's dead workers, whose processes only this host
     * can adopt; others when their lease ran out, but not before the database has answered for a whole lease, because
     * after an outage every owner needs the chance to renew.
     */
    void heal() {
        if (!config.enabled()) {
            return;
        }
        long begun = System.nanoTime();
        watched(() -> {
            noticeClockSteps();
            boolean more = takeOrphans();
            while (more && claiming) {
                more = takeOrphans();
            }
            if (more) {
                // Stopping: what is left is another's to take, and nothing may be claimed as if it were not there.
                return true;
            }
            boolean waited = !hasHealed();
            healedAt = begun;
            if (waited) {
                onHealed.run();
            }
            return true;
        });
    }

    /** Takes over one batch; whether there may be more. */
    private boolean takeOrphans() {
        taking.lock();
        try {
            startStrays();
            List<String> gone = workers.goneWithJobs(identity, process);
            boolean patient =
                    System.nanoTime() - connectedSince >= config.lease().toNanos();
            var orphans = leases.orphans(identity.id(), gone, patient && lock.isHeld(), ORPHANS);
            for (var orphan : orphans) {
                long asked = System.nanoTime();
                if (leases.takeOver(orphan, identity.id(), gone)) {
                    boolean own = orphan.formerOwner() != null && gone.contains(orphan.formerOwner());
                    LOG.atWarn()
                            .addKeyValue("job_id", orphan.job().job().id())
                            .addKeyValue("former_owner", orphan.formerOwner())
                            .log("took over a job without a living owner");
                    runner.resume(
                            orphan.job().ownedBy(identity.id()),
                            asked,
                            own ? "recovered_after_crash" : "heartbeat_stale_recovered");
                }
            }
            return orphans.size() == ORPHANS;
        } finally {
            taking.unlock();
        }
    }

    /** When the database's clock is set forward, all leases seem to have run out: everybody gets the time to renew. */
    private void noticeClockSteps() {
        var now = new DatabaseClock(leases.databaseTime(), System.nanoTime());
        if (lastTime != null && now.gainedSince(lastTime).compareTo(CLOCK_STEP) > 0) {
            LOG.atWarn().log("the clock of the database was set forward; no lease counts as run out for now");
            connectedSince = now.nanos();
        }
        lastTime = now;
    }

    /**
     * Jobs that are ours and that nobody has in hand: the answer to a claim was lost after its commit, or handling one
     * failed. Starting one that was started only finds it.
     */
    private void startStrays() {
        for (var held : leases.held(identity.id())) {
            AttemptKey key = JobRunner.keyOf(held.lease());
            if (!runner.isInHand(key)) {
                long asked = System.nanoTime();
                // Once more, because it may have ended between the two looks.
                leases.load(held.lease()).ifPresent(job -> runner.start(job, asked));
            }
        }
    }

    /** Nothing can be started here any more: what waits is left to others, or to this worker started anew. */
    void providerLost(String reason) {
        providerLost = reason;
    }

    /** Whatever is claimed now would only be given back: the next try comes after a pause. */
    void exhausted(String reason) {
        exhaustedUntil = System.nanoTime() + JobRunner.EXHAUSTED_PAUSE.toNanos();
        exhausted = reason;
    }

    private @Nullable String exhausted() {
        if (exhausted != null && System.nanoTime() - exhaustedUntil >= 0) {
            exhausted = null;
        }
        return exhausted;
    }

    boolean isProviderLost() {
        return providerLost != null;
    }

    @Nullable
    String refusal() {
        if (!config.enabled()) {
            return "RUNNER_ENABLED is false";
        }
        if (!claiming) {
            return "the worker is shutting down";
        }
        if (providerLost != null) {
            return providerLost;
        }
        String shortage = exhausted();
        return shortage != null
                ? "the machine is exhausted: " + shortage
                : room.look().obstacle();
    }

    void stopClaiming() {
        claiming = false;
    }

    private <T> T watched(Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            connectedSince = System.nanoTime();
            unsure = true;
            throw e;
        }
    }
}
