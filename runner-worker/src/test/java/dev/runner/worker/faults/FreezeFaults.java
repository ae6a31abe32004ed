package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.queue.LauncherLock;
import java.time.Duration;
import java.util.List;

/** Workers that stand still for longer than their lease, and then go on as if nothing had happened. */
final class FreezeFaults {
    /** The shortest there is. */
    private static final Duration LEASE = Duration.ofSeconds(10);

    private static final Duration TAKE_OVER = LEASE.multipliedBy(4);

    private FreezeFaults() {}

    /** Another worker takes its jobs over; the one that wakes up must not touch them any more. */
    static void frozenBesideAnother(Trial trial) throws Exception {
        int capacity = 8;
        Site site = trial.site()
                .with("RUNNER_MAX_CONCURRENCY", capacity)
                .with("RUNNER_LAUNCHER_MODE", "shared")
                .with("RUNNER_LEASE_SECONDS", LEASE.toSeconds());
        List<FaultWorker> workers = PairFaults.pair(site);
        for (int i = 0; i < trial.size(); i++) {
            trial.createAny(2 * capacity, Duration.ofSeconds(24));
            // Either of the two, so that every second time or so it is the one with the lock.
            FaultWorker victim = workers.get(trial.random().nextInt(2));
            String id = victim.id();
            Until.seen("both work", TAKE_OVER, () -> site.heldBy(id) > 0 && site.count(JobStatus.QUEUED) == 0);
            victim.freeze();
            try {
                Until.seen("its jobs are another's", TAKE_OVER, () -> site.heldBy(id) == 0);
            } finally {
                victim.thaw();
            }
            trial.count("freezes");
        }
        trial.settle(3 * capacity);
        assertThat(workers).allMatch(FaultWorker::isAlive);
    }

    /**
     * The launcher stands still until the server gives its lock to the standby, while its leases hold: its jobs take
     * slots although the new launcher has none of them in hand, and although the old one believes to be it for a moment.
     */
    static void frozenLauncher(Trial trial) throws Exception {
        int capacity = 4;
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity).with("RUNNER_LAUNCHER_MODE", "exclusive");
        List<FaultWorker> workers = PairFaults.pair(site);
        for (int i = 0; i < trial.size(); i++) {
            for (int job = 0; job < 2 * capacity; job++) {
                site.create(Work.plain(0, Duration.ofSeconds(4)));
            }
            FaultWorker launcher = PairFaults.launcher(site, workers);
            String id = launcher.id();
            Until.seen("it is busy", TAKE_OVER, () -> site.heldBy(id) == capacity);
            launcher.freeze();
            try {
                Until.seen(
                        "another is the launcher",
                        TAKE_OVER,
                        () -> LauncherLock.holder(site.dsl())
                                .filter(holder -> !holder.equals(id))
                                .isPresent());
                // Time for it to claim, if it would.
                Until.passed(Duration.ofSeconds(2));
            } finally {
                launcher.thaw();
            }
            trial.count("freezes");
        }
        trial.settle(capacity);
        assertThat(workers).allMatch(FaultWorker::isAlive);
    }

    /** Nobody is there to take over; it goes on where it was. */
    static void frozenAlone(Trial trial) throws Exception {
        int capacity = 10;
        Site site =
                trial.site().with("RUNNER_MAX_CONCURRENCY", capacity).with("RUNNER_LEASE_SECONDS", LEASE.toSeconds());
        FaultWorker worker = site.startWorker();
        worker.id();
        for (int i = 0; i < trial.size(); i++) {
            trial.createAny(capacity, Duration.ofSeconds(14));
            Until.passed(trial.moment(500, 2500));
            worker.freeze();
            Until.passed(LEASE.plusSeconds(2));
            worker.thaw();
            trial.count("freezes");
        }
        trial.settle(capacity);
        assertThat(worker.stop()).isZero();
    }
}
