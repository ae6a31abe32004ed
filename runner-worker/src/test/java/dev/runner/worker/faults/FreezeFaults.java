package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.queue.LauncherLock;
import java.time.Duration;
import java.util.List;

/** Workers that stand still for longer than their lease, and then go on as if nothing had happened. */
final class FreezeFaults {
    private static final Duration LEASE = Duration.ofSeconds(4);

    private FreezeFaults() {}

    /** Another worker takes its jobs over; the one that wakes up must not touch them any more. */
    static void frozenBesideAnother(Trial trial) throws Exception {
        int capacity = 8;
        Site site = trial.site()
                .with("RUNNER_MAX_CONCURRENCY", capacity)
                .with("RUNNER_LAUNCHER_MODE", "shared")
                .with("RUNNER_LEASE_SECONDS", LEASE.toSeconds());
        List<FaultWorker> workers = PairFaults.pair(site);
        trial.createAny(40 * trial.size(), Duration.ofSeconds(16));
        for (int i = 0; i < trial.size(); i++) {
            // The lock's session of a frozen launcher lives on, and nobody else may reap; so the other one is frozen.
            String holder = LauncherLock.holder(site.dsl()).orElseThrow();
            FaultWorker victim = workers.stream()
                    .filter(worker -> !worker.id().equals(holder))
                    .findFirst()
                    .orElseThrow();
            Until.passed(trial.moment(500, 2500));
            victim.freeze();
            Until.passed(LEASE.multipliedBy(3));
            victim.thaw();
            trial.count("freezes");
        }
        trial.settle(3 * capacity);
        assertThat(workers).allMatch(FaultWorker::isAlive);
    }

    static void frozenAlone(Trial trial) throws Exception {
        int capacity = 10;
        Site site =
                trial.site().with("RUNNER_MAX_CONCURRENCY", capacity).with("RUNNER_LEASE_SECONDS", LEASE.toSeconds());
        FaultWorker worker = site.startWorker();
        worker.id();
        trial.createAny(20 * trial.size(), Duration.ofSeconds(8));
        for (int i = 0; i < trial.size(); i++) {
            Until.passed(trial.moment(500, 2500));
            worker.freeze();
            Until.passed(LEASE.multipliedBy(3));
            worker.thaw();
            trial.count("freezes");
        }
        trial.settle(capacity);
        assertThat(worker.stop()).isZero();
    }
}
