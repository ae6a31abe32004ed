package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** A small file system in memory for the logs, where one may be mounted. */
final class DiskFaults {
    private static final Duration SOON = Duration.ofSeconds(60);

    private DiskFaults() {}

    static void fullAndFreed(Trial trial) throws Exception {
        int capacity = 8;
        Site site = trial.site()
                .with("RUNNER_MAX_CONCURRENCY", capacity)
                .with("RUNNER_FREE_DISK_FLOOR_MIB", 1)
                // A worker says what it refuses with its heartbeat, four times in a lease.
                .with("RUNNER_LEASE_SECONDS", 10);
        Assumptions.assumeTrue(
                run(
                                "mount",
                                "-t",
                                "tmpfs",
                                "-o",
                                "size=4m",
                                "tmpfs",
                                site.logs().toString())
                        == 0,
                "no file system can be mounted here");
        try {
            FaultWorker worker = site.startWorker();
            worker.id();
            for (int i = 0; i < trial.size(); i++) {
                fillAndFree(trial, capacity);
            }
            trial.settle(capacity);
            assertThat(worker.stop()).isZero();
        } finally {
            Signals.killAll(site.created());
            run("umount", "-l", site.logs().toString());
        }
    }

    private static void fillAndFree(Trial trial, int capacity) throws Exception {
        Site site = trial.site();
        int before = site.workspace.starts().size();
        for (int i = 0; i < capacity; i++) {
            site.create(Work.plain(trial.random().nextInt(100), Duration.ofSeconds(2)));
        }
        Until.seen("all run", SOON, () -> site.workspace.starts().size() == before + capacity);
        Path ballast = site.logs().resolve("ballast");
        run("sh", "-c", "cat /dev/zero >" + ballast);
        trial.count("disks filled");
        UUID waiting = site.create(Work.plain(0, Duration.ZERO));
        Until.seen("those that ran have ended", SOON, () -> site.active() == 1);
        Until.seen(
                "the worker says why it takes nothing",
                SOON,
                () -> site.dsl()
                                .fetchCount(
                                        org.jooq.impl.DSL.table("runner_workers"),
                                        org.jooq.impl.DSL.condition("refusing_reason IS NOT NULL"))
                        == 1);
        assertThat(site.status(waiting)).isEqualTo(JobStatus.QUEUED);
        Files.delete(ballast);
        Until.seen("it goes on by itself", SOON, () -> site.status(waiting) == JobStatus.SUCCESS);
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
