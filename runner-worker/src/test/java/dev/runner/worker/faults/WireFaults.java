package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

/** A server that is there, and a way to it that is not. */
final class WireFaults {
    private static final String[] FINISH = {"exit_code = "};
    private static final String[] REQUEUE = {"'job_requeued'"};
    private static final String[] CLAIM = {"'taken by a worker'"};
    private static final String[] STARTED = {"'dispatch_confirmed'"};
    private static final String[] RENEW = {"RETURNING id, attempts, status"};
    private static final String[][] STATEMENTS = {FINISH, REQUEUE, CLAIM, STARTED, RENEW};

    /** Those that come up in every run. */
    private static final List<String[]> CERTAIN = List.of(CLAIM, STARTED, FINISH, RENEW);

    private static final Duration SOON = Duration.ofSeconds(60);

    private WireFaults() {}

    static void badWire(Trial trial) throws Exception {
        int capacity = 10;
        Site site = trial.site()
                .with("RUNNER_MAX_CONCURRENCY", capacity)
                // Heartbeats that are frequent enough to be met.
                .with("RUNNER_LEASE_SECONDS", 10);
        trial.createAny(80 * trial.size(), Duration.ofSeconds(2));
        FaultWorker worker = site.startWorker();
        for (String[] statement : CERTAIN) {
            int before = site.wire.lost();
            site.wire.loseAnswerTo(statement);
            Until.seen("lost was the answer to " + List.of(statement), SOON, () -> site.wire.lost() > before);
        }
        for (int i = 0; i < 6 * trial.size(); i++) {
            fault(trial, i);
            Until.passed(trial.moment(300, 1500));
        }
        site.wire.loseAnswerTo();
        trial.figures().add("answers lost", site.wire.lost());
        trial.settle(capacity);
        assertThat(worker.stop()).isZero();
    }

    private static void fault(Trial trial, int i) throws InterruptedException {
        Wire wire = trial.site().wire;
        switch (i % 4) {
            case 0 -> wire.cut();
            case 1 -> {
                wire.breakOff();
                Until.passed(trial.moment(200, 2500));
                wire.mend();
            }
            case 2 -> {
                wire.stall();
                Until.passed(trial.moment(200, 2500));
                if (trial.random().nextBoolean()) {
                    // What was under way never arrives.
                    wire.cut();
                }
                wire.flow();
            }
            default -> wire.loseAnswerTo(STATEMENTS[trial.random().nextInt(STATEMENTS.length)]);
        }
        trial.count("wire faults");
    }

    /** Whoever asks again with the same key gets the same job. */
    static void lostCreates(Trial trial) throws Exception {
        int capacity = 10;
        int jobs = 20 * trial.size();
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity);
        site.startWorker();
        try (var wire = new Wire(site.server.port());
                var pool = site.newPool(wire.port())) {
            var creation = site.creation(pool);
            for (int i = 0; i < jobs; i++) {
                if (i % 2 == 0) {
                    wire.loseAnswerTo("runner_create_job");
                }
                site.create(Work.any(trial.random(), Duration.ofMillis(300)), creation);
            }
            trial.figures().add("answers lost", wire.lost());
            assertThat(wire.lost()).isPositive();
        }
        History history = trial.settle(capacity);
        assertThat(history.jobs()).as("no job was made twice").hasSize(jobs);
    }
}
