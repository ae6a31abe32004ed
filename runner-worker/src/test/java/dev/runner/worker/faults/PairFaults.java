package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.queue.LauncherLock;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Two workers, of which one dies, in each of the two modes. */
final class PairFaults {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration TAKE_OVER = Duration.ofSeconds(10);

    private PairFaults() {}

    static void launcherKilled(Trial trial) throws Exception {
        int capacity = 10;
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity).with("RUNNER_LAUNCHER_MODE", "exclusive");
        trial.createAny(45 * trial.size(), Duration.ofMillis(2500));
        List<FaultWorker> workers = pair(site);
        for (int i = 0; i < 3 * trial.size(); i++) {
            Until.passed(trial.moment(300, 2000));
            FaultWorker launcher = launcher(site, workers);
            launcher.kill();
            workers.remove(launcher);
            long killed = System.nanoTime();
            String heir = workers.getFirst().id();
            Until.seen(
                    "the standby has taken over",
                    TAKE_OVER,
                    () -> LauncherLock.holder(site.dsl()).filter(heir::equals).isPresent());
            trial.count("kills");
            trial.figures()
                    .add("take-over ms in all", (int) WorkerFaults.since(killed).toMillis());
            workers.add(site.startWorker());
            workers.getLast().id();
        }
        trial.settle(capacity);
    }

    static FaultWorker launcher(Site site, List<FaultWorker> workers) {
        Until.seen(
                "somebody is the launcher",
                SOON,
                () -> LauncherLock.holder(site.dsl()).isPresent());
        String holder = LauncherLock.holder(site.dsl()).orElseThrow();
        return workers.stream()
                .filter(worker -> worker.id().equals(holder))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the launcher is none of ours: " + holder));
    }

    static void oneOfTwoKilled(Trial trial) throws Exception {
        int capacity = 6;
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity).with("RUNNER_LAUNCHER_MODE", "shared");
        trial.createAny(45 * trial.size(), Duration.ofMillis(2500));
        List<FaultWorker> workers = pair(site);
        for (int i = 0; i < 3 * trial.size(); i++) {
            Until.passed(trial.moment(300, 2000));
            FaultWorker victim = workers.remove(trial.random().nextInt(workers.size()));
            victim.kill();
            trial.count("kills");
            workers.add(site.startWorker());
            workers.getLast().id();
        }
        // The heir may hold its own and those of the dead.
        trial.settle(3 * capacity);
        assertThat(workers).allMatch(FaultWorker::isAlive);
    }

    static List<FaultWorker> pair(Site site) throws IOException {
        var workers = new ArrayList<FaultWorker>();
        for (int i = 0; i < 2; i++) {
            workers.add(site.startWorker());
            workers.getLast().id();
        }
        return workers;
    }
}
