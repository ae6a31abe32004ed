package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Two workers that do not see each other's processes, and packets of one that get lost without a word. */
final class PartitionFaults {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration SOON = LEASE.multipliedBy(6);

    private PartitionFaults() {}

    /** The one that is cut off ends its jobs before the other takes them over, which could not adopt them. */
    static void cutOff(Trial trial) throws Exception {
        assumeTrue(canUnshare(), "needs leave to make a pid namespace");
        int capacity = 6 * trial.size();
        Site site = trial.site()
                .with("RUNNER_MAX_CONCURRENCY", capacity)
                .with("RUNNER_LAUNCHER_MODE", "shared")
                .with("RUNNER_LEASE_SECONDS", LEASE.toSeconds());
        FaultWorker far = site.startWorkerElsewhere();
        String farId = far.id();
        List<UUID> jobs = new ArrayList<>();
        for (int i = 0; i < capacity; i++) {
            Work work = Work.plain(0, Duration.ofSeconds(18));
            jobs.add(site.create(i % 2 == 0 ? work : work.retried()));
        }
        Until.seen("all run far away", SOON, () -> site.workspace.starts().size() == capacity);
        FaultWorker near = site.startWorkerAtTheServer();
        String nearId = near.id();
        Until.seen("the one far away knows of the other", SOON, () -> site.hasBeatenSince(farId, nearId));

        site.wire.stall();
        Until.seen(
                "what ran far away has ended",
                SOON,
                () -> Signals.alive(site.created()).isEmpty());
        assertThat(site.heldBy(farId)).as("and was nobody else's by then").isEqualTo(capacity);
        Until.seen("the other has taken over", SOON, () -> site.heldBy(farId) == 0);
        site.wire.flow();
        trial.count("partitions");

        trial.settle(2 * capacity, Rule.KNOWN_END);
        for (int i = 0; i < capacity; i++) {
            assertThat(site.status(jobs.get(i)).text()).isEqualTo(i % 2 == 0 ? "failed" : "success");
        }
        assertThat(far.isAlive() && near.isAlive()).isTrue();
    }

    private static boolean canUnshare() throws IOException, InterruptedException {
        return new ProcessBuilder("unshare", "--fork", "--pid", "--mount-proc", "true")
                        .start()
                        .waitFor()
                == 0;
    }
}
