package dev.runner.worker.launcher;

import dev.runner.queue.ClaimedJob;
import dev.runner.queue.JobClaims;
import dev.runner.queue.JobLeases;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    static final Duration LEASE = Duration.ofMinutes(2);
    private static final int ORPHANS = 100;

    private final WorkerIdentity identity;
    private final WorkerProcess process;
    private final LauncherConfig config;
    private final LockKeeper lock;
    private final WorkerStore workers;
    private final JobClaims claims;
    private final JobLeases leases;
    private final JobRunner runner;
    private final Supplier<@Nullable String> obstacle;
    private final RunListener listener;
    private final Map<String, Integer> scriptLimits;
    /** Since when the database has answered without a break, in nanoseconds of this process. */
    private volatile long connectedSince = System.nanoTime();

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
            Registry registry,
            Supplier<@Nullable String> obstacle,
            RunListener listener) {
        this.identity = identity;
        this.process = process;
        this.config = config;
        this.lock = lock;
        this.workers = workers;
        this.claims = claims;
        this.leases = leases;
        this.runner = runner;
        this.obstacle = obstacle;
        this.listener = listener;
        this.scriptLimits = registry.scripts().stream()
                .filter(script -> script.concurrencyLimit().isPresent())
                .collect(Collectors.toUnmodifiableMap(
                        Script::key, script -> script.concurrencyLimit().getAsInt()));
    }

    /** Takes as many waiting jobs as there are free slots. */
    void claim() {
        int free = config.capacity() - runner.active();
        if (free <= 0 || !mayClaim()) {
            return;
        }
        long asked = System.nanoTime();
        List<ClaimedJob> claimed = watched(() -> claims.claim(identity.id(), free, config.queues(), scriptLimits));
        listener.claimed(claimed, Duration.ofNanos(System.nanoTime() - asked));
        claimed.forEach(runner::start);
    }

    private boolean mayClaim() {
        return claiming
                && config.enabled()
                && (config.mode() == LauncherMode.SHARED || lock.isHeld())
                && obstacle.get() == null;
    }

    /** Makes the worker known and renews its leases. */
    void beat() {
        watched(() -> {
            workers.beat(identity, process, config, refusal());
            long asked = System.nanoTime();
            runner.reconcile(leases.renew(identity.id()), asked);
            listener.beat();
            return true;
        });
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
        watched(() -> {
            List<String> gone = workers.goneWithJobs(identity, process);
            boolean patient = System.nanoTime() - connectedSince >= LEASE.toNanos();
            for (var orphan : leases.orphans(gone, patient && lock.isHeld(), ORPHANS)) {
                if (leases.takeOver(orphan, identity.id(), gone)) {
                    boolean own = orphan.formerOwner() != null && gone.contains(orphan.formerOwner());
                    LOG.atWarn()
                            .addKeyValue("job_id", orphan.job().job().id())
                            .addKeyValue("former_owner", orphan.formerOwner())
                            .log("took over a job without a living owner");
                    runner.resume(
                            orphan.job().ownedBy(identity.id()),
                            own ? "recovered_after_crash" : "heartbeat_stale_recovered");
                }
            }
            return true;
        });
    }

    @Nullable
    String refusal() {
        if (!config.enabled()) {
            return "RUNNER_ENABLED is false";
        }
        if (!claiming) {
            return "the worker is shutting down";
        }
        return obstacle.get();
    }

    void stopClaiming() {
        claiming = false;
    }

    private <T> T watched(Supplier<T> step) {
        try {
            return step.get();
        } catch (RuntimeException e) {
            connectedSince = System.nanoTime();
            throw e;
        }
    }
}
