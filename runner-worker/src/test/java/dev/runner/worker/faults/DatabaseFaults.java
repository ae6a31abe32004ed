package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

/** A server that dies, and comes back with everything that was committed. */
final class DatabaseFaults {
    private DatabaseFaults() {}

    static void killedAndStartedAgain(Trial trial) throws Exception {
        int capacity = 10;
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity);
        trial.createAny(45 * trial.size(), Duration.ofMillis(2500));
        FaultWorker worker = site.startWorker();
        worker.id();
        for (int i = 0; i < 3 * trial.size(); i++) {
            Until.passed(trial.moment(500, 2500));
            if (trial.random().nextBoolean()) {
                site.server.kill();
                Until.passed(trial.moment(0, 1500));
                site.server.start();
                trial.count("server kills");
            } else {
                site.server.killSession("runner-");
                trial.count("session kills");
            }
        }
        trial.settle(capacity);
        assertThat(worker.isAlive()).as("the worker outlived its database").isTrue();
        assertThat(worker.stop()).isZero();
    }
}
