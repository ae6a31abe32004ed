package dev.runner.worker.faults;

import dev.runner.job.JobStatus;
import dev.runner.queue.LauncherLock;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jooq.exception.DataAccessException;

/** People who cancel at the worst moment: while a job is claimed, started, ending, ended, adopted. */
final class CancelFaults {
    private static final Duration SOON = Duration.ofSeconds(60);

    private CancelFaults() {}

    static void races(Trial trial) throws Exception {
        int capacity = 10;
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity);
        FaultWorker worker = site.startWorker();
        worker.id();
        int jobs = 150 * trial.size();
        try (var people = Executors.newScheduledThreadPool(4)) {
            for (int i = 0; i < jobs; i++) {
                // The last ones before a kill are found running by the next worker, and canceled about then.
                boolean adopted = i % 50 >= 44;
                UUID id = site.create(work(trial, i, adopted));
                for (int n = 0; n < 2; n++) {
                    var _ = people.schedule(
                            () -> cancel(site, id),
                            trial.random().nextLong(adopted ? 1000 : 0, adopted ? 4000 : 500),
                            TimeUnit.MILLISECONDS);
                }
                // Few wait, so that most cancels meet a job that is just being taken, run or ended.
                Until.seen("the queue is short", SOON, () -> site.count(JobStatus.QUEUED) < 3);
                if (i % 50 == 49) {
                    worker.kill();
                    trial.count("kills");
                    worker = site.startWorker();
                    String heir = worker.id();
                    Until.seen(
                            "it is at work",
                            SOON,
                            () -> LauncherLock.holder(site.dsl())
                                    .filter(heir::equals)
                                    .isPresent());
                }
            }
        }
        trial.settle(capacity);
        trial.figures().add("cancels", 2 * jobs);
    }

    private static Work work(Trial trial, int i, boolean adopted) {
        Work work = Work.any(trial.random(), adopted ? Duration.ofSeconds(5) : Duration.ofMillis(300));
        // SIGTERM is ignored for ten seconds each time; a few of those are enough.
        return work.kind() == Work.Kind.STUBBORN && i % 50 > 0 ? work.of(Work.Kind.PLAIN) : work;
    }

    private static void cancel(Site site, UUID id) {
        try {
            site.cancel(id);
        } catch (DataAccessException e) {
            // Nobody was told anything.
            return;
        }
    }
}
