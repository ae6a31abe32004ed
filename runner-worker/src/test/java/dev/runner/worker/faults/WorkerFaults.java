package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.worker.faults.History.JobRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Workers that die. Their jobs go on, and what becomes of them is found out by the next worker. */
final class WorkerFaults {
    private static final Duration SOON = Duration.ofSeconds(60);

    private WorkerFaults() {}

    /** Hits every moment sooner or later: before and after a claim, a start, its record, an end, its record, adoption. */
    static void killedAgainAndAgain(Trial trial) throws Exception {
        int capacity = 20;
        int kills = 6 * trial.size();
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity);
        // Some longer than it takes to start a worker, so that there is something to adopt.
        trial.createAny(120 * trial.size(), Duration.ofSeconds(5));
        for (int i = 0; i < kills; i++) {
            FaultWorker worker = site.startWorker();
            if (trial.random().nextInt(4) > 0) {
                // Mostly while it is at work, sometimes while it is starting or has just begun.
                int before = site.events("job_claimed");
                Until.seen(
                        "it claims",
                        SOON,
                        () -> site.events("job_claimed") > before || site.count(JobStatus.QUEUED) == 0);
            }
            Until.passed(trial.moment(0, 2000));
            worker.kill();
            trial.count("kills");
        }
        FaultWorker last = site.startWorker();
        trial.settle(capacity);
        assertThat(last.stop()).isZero();
    }

    /**
     * The same while very many run, which all have to be adopted each time; beside them short ones come and go. In the end
     * all of them end at once, under a worker that is killed meanwhile.
     */
    static void killedAmongMany(Trial trial) throws Exception {
        int crowd = 110;
        int capacity = crowd + 10;
        int kills = 3 * trial.size();
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", capacity);
        for (int i = 0; i < crowd; i++) {
            site.create(Work.any(trial.random(), Duration.ofSeconds(1)).heldBack());
        }
        FaultWorker worker = site.startWorker();
        Until.seen("all of them run", SOON, () -> site.workspace.starts().size() == crowd);
        int least = crowd;
        for (int i = 0; i < kills; i++) {
            trial.createAny(20, Duration.ofSeconds(1));
            Until.passed(trial.moment(0, 1000));
            worker.kill();
            trial.count("kills");
            least = Math.min(least, site.count(JobStatus.RUNNING));
            int before = site.events("job_adopted");
            worker = site.startWorker();
            // While it is starting, while it adopts, or when it is at work again.
            int adopted =
                    before + List.of(0, 1, crowd, crowd).get(trial.random().nextInt(4));
            Until.seen("it adopts", SOON, () -> site.events("job_adopted") >= adopted);
        }
        assertThat(least).as("running when it was killed").isGreaterThanOrEqualTo(100);
        site.workspace.openGate();
        Until.passed(trial.moment(0, 1000));
        worker.kill();
        trial.count("kills");
        worker = site.startWorker();
        trial.settle(capacity);
        assertThat(worker.stop()).isZero();
    }

    static void jobsEndMeanwhile(Trial trial) throws Exception {
        int jobs = 10 * trial.size();
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", jobs);
        for (int i = 0; i < jobs; i++) {
            site.create(Work.plain(i % 5, Duration.ofMillis(700)).of(Work.Kind.ALL.get(i % 4)));
        }
        FaultWorker worker = site.startWorker();
        Until.seen("all have started", SOON, () -> site.workspace.starts().size() == jobs);
        worker.kill();
        trial.count("kills");
        Until.seen("all have ended", SOON, () -> results(site) == jobs);
        Instant restart = site.dsl().fetchSingle("SELECT now()").get(0, Instant.class);

        site.startWorker();
        History history = trial.settle(jobs);
        for (JobRow job : history.jobs()) {
            assertThat(job.status())
                    .as("it ran to its end, and its code was kept")
                    .isEqualTo(job.scriptCode() == 0 ? JobStatus.SUCCESS : JobStatus.FAILED);
            assertThat(job.exitCode()).isEqualTo(job.scriptCode());
            assertThat(job.finishedAt())
                    .as("when it ended, not when that was found out")
                    .isBefore(restart);
        }
    }

    /** Then nobody will ever know how they ended, and none may pass for a success. */
    static void killedWithTheShims(Trial trial) throws Exception {
        int jobs = 10 * trial.size();
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", jobs);
        for (int i = 0; i < jobs; i++) {
            Work work = Work.plain(0, Duration.ofSeconds(3)).of(Work.Kind.ALL.get(i % 4));
            site.create(i % 2 == 0 ? work : work.retried());
        }
        FaultWorker worker = site.startWorker();
        Until.seen(
                "all shims are known",
                SOON,
                () -> site.workspace.starts().size() == jobs && shims(site).size() == jobs);
        Set<Long> shims = shims(site);
        worker.kill();
        for (long pid : shims) {
            Signals.send("KILL", pid);
        }
        trial.count("kills");
        trial.figures().add("shims killed", shims.size());

        site.startWorker();
        // Their ends are unknown, which is the point.
        History history = trial.settle(jobs, Rule.KNOWN_END);
        for (JobRow job : history.jobs()) {
            assertThat(job.status())
                    .as("a lost attempt is no success; a second one may be")
                    .isEqualTo(job.maxAttempts() == 1 ? JobStatus.FAILED : JobStatus.SUCCESS);
        }
        assertThat(history.attempts())
                .filteredOn(attempt -> attempt.attempt() == 1)
                .allSatisfy(attempt -> assertThat(attempt.exitCode()).isNull());
    }

    /** It can start nothing any more, whatever it tries; but what runs has nothing to do with that. */
    static void javaReplaced(Trial trial) throws Exception {
        Path java = withRemovableHelper(trial.site().folder.resolve("java"));
        Site site = trial.site().with("RUNNER_MAX_CONCURRENCY", 4).with("RUNNER_DRAIN", "false");
        site.with("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m -Djava.home=" + java);
        for (int i = 0; i < 2; i++) {
            site.create(Work.plain(i, Duration.ofSeconds(5)));
        }
        FaultWorker worker = site.startWorker();
        Until.seen("they run", SOON, () -> site.workspace.starts().size() == 2);
        Files.delete(java.resolve("lib/jspawnhelper"));
        for (int i = 0; i < 2; i++) {
            site.create(Work.plain(0, Duration.ofMillis(100)));
        }
        assertThat(worker.ended())
                .as("its code says that it has to be started anew")
                .isEqualTo(4);
        trial.count("workers broken");

        site.with("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m");
        site.startWorker();
        History history = trial.settle(4);
        assertThat(history.jobs()).allSatisfy(job -> {
            assertThat(job.exitCode()).isEqualTo(job.scriptCode());
            assertThat(job.attempts()).as("no attempt was burnt").isEqualTo(1);
        });
    }

    /** Java's own files under another name, where the one by which it starts programs can be removed. */
    private static Path withRemovableHelper(Path home) throws IOException {
        Path real = Path.of(System.getProperty("java.home"));
        Files.createDirectories(home.resolve("lib"));
        for (String folder : new String[] {"", "lib"}) {
            try (Stream<Path> files = Files.list(real.resolve(folder))) {
                for (Path file : files.toList()) {
                    Path link = home.resolve(folder).resolve(file.getFileName());
                    if (!Files.exists(link)) {
                        Files.createSymbolicLink(link, file);
                    }
                }
            }
        }
        return home;
    }

    /** How many shims have published how their job ended. */
    private static long results(Site site) throws IOException {
        try (Stream<Path> attempts = Files.list(site.logs().resolve(".control"))) {
            return attempts.filter(attempt -> Files.exists(attempt.resolve("result")))
                    .count();
        }
    }

    private static Set<Long> shims(Site site) {
        return site.dsl()
                .fetch("SELECT pid FROM runner_job_attempts WHERE pid IS NOT NULL")
                .intoSet(0, Long.class);
    }

    /** How long something took, for those who state bounds. */
    static Duration since(long nanos) {
        return Duration.of(System.nanoTime() - nanos, TimeUnit.NANOSECONDS.toChronoUnit());
    }
}
