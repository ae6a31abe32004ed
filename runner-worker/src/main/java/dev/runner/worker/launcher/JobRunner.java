package dev.runner.worker.launcher;

import dev.runner.job.Job;
import dev.runner.job.JobMoves;
import dev.runner.job.JobStatus;
import dev.runner.queue.AttemptRecords;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import dev.runner.queue.JobFinishes;
import dev.runner.queue.JobLeases;
import dev.runner.registry.Registry;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.repo.Repos;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.ExecutionResult.ErrorCode;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Launch;
import dev.runner.worker.execution.ProcessIdentity;
import dev.runner.worker.execution.Provider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings claimed jobs to their end: starts them, stops them when they are to stop, and records how they ended. Knows
 * what this worker has in hand. Thread-safe.
 */
final class JobRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    static final Duration GRACE = Duration.ofSeconds(10);
    private static final Duration RETRY = Duration.ofSeconds(2);

    private final Provider provider;
    private final Registry registry;
    private final Repos repos;
    private final AllowedRepoPaths allowed;
    private final JobFinishes finishes;
    private final AttemptRecords records;
    private final Backoff backoff;
    private final InstantSource clock;
    private final Runnable onSlotFree;
    private final RunListener listener;
    private final Map<AttemptKey, JobRun> runs = new ConcurrentHashMap<>();
    private final ExecutorService work = Executors.newVirtualThreadPerTaskExecutor();
    private final ScheduledExecutorService timeouts = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("timeouts").daemon().factory());
    private volatile boolean closed;

    JobRunner(
            Provider provider,
            Registry registry,
            Repos repos,
            AllowedRepoPaths allowed,
            JobFinishes finishes,
            AttemptRecords records,
            Backoff backoff,
            InstantSource clock,
            Runnable onSlotFree,
            RunListener listener) {
        this.provider = provider;
        this.registry = registry;
        this.repos = repos;
        this.allowed = allowed;
        this.finishes = finishes;
        this.records = records;
        this.backoff = backoff;
        this.clock = clock;
        this.onSlotFree = onSlotFree;
        this.listener = listener;
    }

    int active() {
        return runs.size();
    }

    /** Starts a job just claimed, on a thread of its own. */
    void start(ClaimedJob claimed) {
        JobRun run = register(claimed);
        work.execute(() -> guarded(run, () -> launch(run)));
    }

    /** Goes on with an orphan that was taken over: watches it, or records how it ended. */
    void resume(ClaimedJob claimed, String lostEvent) {
        JobRun run = register(claimed);
        work.execute(() -> guarded(run, () -> settle(run, lostEvent)));
    }

    private JobRun register(ClaimedJob claimed) {
        var run = new JobRun(claimed, System.nanoTime());
        runs.put(run.key(), run);
        return run;
    }

    /** Nothing unforeseen may keep a slot for ever; the lease then runs out and the job is healed like any orphan. */
    private void guarded(JobRun run, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.atError()
                    .addKeyValue("job_id", run.key().jobId())
                    .setCause(e)
                    .log("an attempt could not be handled; its lease will run out");
            release(run);
        }
    }

    private void launch(JobRun run) {
        Job job = run.claimed().job();
        switch (LaunchPlan.of(job, registry, repos, allowed)) {
            case LaunchPlan.Refused(String reason) -> {
                records.refused(run.lease(), "config_error");
                conclude(
                        run,
                        Endings.refused(reason, ErrorCode.VALIDATION_ERROR, provider.name(), clock.instant()),
                        false);
            }
            case LaunchPlan.Allowed plan -> {
                var launch = new Launch(run.key(), plan.argv(), plan.workingDirectory(), Map.of());
                switch (provider.dispatch(launch)) {
                    case Dispatch.Started(ProcessIdentity identity) -> {
                        listener.started(job, run.age());
                        watch(run, identity, Duration.ZERO);
                    }
                    case Dispatch.AlreadyStarted already -> settle(run, "recovered_after_crash");
                    case Dispatch.Refused(var category, String detail) -> {
                        records.refused(run.lease(), category.name().toLowerCase(Locale.ROOT));
                        boolean again = category != Dispatch.Category.CONFIG_ERROR;
                        conclude(
                                run,
                                Endings.refused(detail, ErrorCode.DISPATCH_ERROR, provider.name(), clock.instant()),
                                again);
                    }
                }
            }
        }
    }

    private void settle(JobRun run, String lostEvent) {
        switch (provider.find(run.key())) {
            case Finding.Running(ProcessIdentity identity) -> {
                records.event(run.lease(), "job_adopted", "found running, and watched again");
                listener.adopted(run.claimed().job());
                watch(run, identity, records.age(run.lease()).orElse(Duration.ZERO));
            }
            case Finding.Ended ended -> ended(run, new Ending(run.key(), ended, java.util.Optional.empty(), List.of()));
            case Finding.Gone gone ->
                conclude(
                        run,
                        Endings.lost(
                                lostEvent, "lost without a trace: " + gone.detail(), provider.name(), clock.instant()),
                        true);
        }
    }

    private void watch(JobRun run, ProcessIdentity identity, Duration age) {
        boolean ours = retrying(() -> records.started(
                run.lease(),
                provider.name(),
                identity.host(),
                identity.bootId(),
                identity.pid(),
                identity.startTicks()));
        var _ = provider.ending(run.key()).thenAcceptAsync(ending -> guarded(run, () -> ended(run, ending)), work);
        if (!ours) {
            run.wish(JobRun.Wish.LEASE_LOST);
        } else if (run.claimed().job().status() == JobStatus.CANCEL_REQUESTED) {
            run.wish(JobRun.Wish.CANCEL);
        }
        if (run.wish() != JobRun.Wish.NONE) {
            // Wished for before there was anything to stop.
            var _ = provider.stop(run.key(), GRACE);
            return;
        }
        Integer limit = run.claimed().job().timeoutSeconds();
        if (limit != null) {
            long left = Math.max(0, Duration.ofSeconds(limit).minus(age).toMillis());
            var _ = timeouts.schedule(() -> stop(run, JobRun.Wish.TIMEOUT), left, TimeUnit.MILLISECONDS);
        }
    }

    /** Compares what the database says is ours with what is in hand. {@code asked}: when it was asked, in nanoseconds. */
    void reconcile(List<JobLeases.Held> held, long asked) {
        var found = new java.util.HashMap<AttemptKey, JobStatus>();
        for (var one : held) {
            found.put(new AttemptKey(one.lease().jobId(), one.lease().attempt()), one.status());
        }
        for (JobRun run : runs.values()) {
            JobStatus status = found.get(run.key());
            if (status == JobStatus.CANCEL_REQUESTED) {
                stop(run, JobRun.Wish.CANCEL);
            } else if (status == null && run.isOlderThan(asked)) {
                stop(run, JobRun.Wish.LEASE_LOST);
            }
        }
    }

    private void stop(JobRun run, JobRun.Wish reason) {
        if (!runs.containsKey(run.key()) || !run.wish(reason)) {
            return;
        }
        try {
            var _ = provider.stop(run.key(), GRACE);
        } catch (IllegalArgumentException e) {
            // Not dispatched yet, or ended already: whoever handles it sees the wish.
            LOG.atDebug().addKeyValue("job_id", run.key().jobId()).log("nothing to stop yet");
        }
    }

    private void ended(JobRun run, Ending ending) {
        if (!ending.leaked().isEmpty()) {
            LOG.atError()
                    .addKeyValue("job_id", run.key().jobId())
                    .addKeyValue("pids", ending.leaked())
                    .log("processes of an ended job could not be ended");
        }
        boolean lost = ending.finding() instanceof Finding.Gone;
        boolean failed = ending.finding() instanceof Finding.Ended e && e.exitCode() != 0;
        boolean again = run.wish() == JobRun.Wish.NONE && (lost || (failed && retriesFailures(run)));
        conclude(run, Endings.of(run, ending, provider.name(), clock.instant()), again);
    }

    private boolean retriesFailures(JobRun run) {
        return registry.find(run.claimed().job().scriptKey())
                .map(script -> script.retryOnFailure())
                .orElse(false);
    }

    /** Records the end by the first move that fits, for as long as the database is away; then lets go of the attempt. */
    private void conclude(JobRun run, List<Finish> ways, boolean again) {
        Job job = run.claimed().job();
        boolean recorded = retrying(() -> {
            if (again
                    && job.attempts() < job.maxAttempts()
                    && finishes.requeue(run.lease(), ways.getFirst().message(), backoff.after(job.attempts()))) {
                listener.requeued(job);
                return true;
            }
            for (Finish way : ways) {
                if (finishes.finish(run.lease(), way)) {
                    log(run, way);
                    listener.ended(job, way);
                    return true;
                }
            }
            return false;
        });
        if (closed && !recorded) {
            return;
        }
        if (!recorded) {
            listener.leaseLost(job);
            retrying(() -> {
                records.leaseLost(run.lease());
                return true;
            });
            LOG.atWarn()
                    .addKeyValue("job_id", job.id())
                    .log("the lease was lost; the end is another worker's to record");
        }
        provider.forget(run.key());
        release(run);
    }

    private void log(JobRun run, Finish way) {
        Job job = run.claimed().job();
        LOG.atInfo()
                .addKeyValue("job_id", job.id())
                .addKeyValue("script_key", job.scriptKey())
                .addKeyValue("status_from", way.move().from().text())
                .addKeyValue("status_to", way.move().to().text())
                .addKeyValue(
                        "duration_ms",
                        job.startedAt() == null
                                ? 0
                                : Duration.between(job.startedAt(), clock.instant())
                                        .toMillis())
                .log("job ended");
    }

    private void release(JobRun run) {
        runs.remove(run.key());
        onSlotFree.run();
    }

    /** Until the database answers: the end of a job must not be lost because nobody could be told at once. */
    private boolean retrying(BooleanSupplier write) {
        while (true) {
            try {
                return write.getAsBoolean();
            } catch (org.jooq.exception.DataAccessException e) {
                if (closed) {
                    return false;
                }
                LOG.atWarn().log("not recorded yet, the database does not answer: {}", e.getMessage());
                try {
                    Thread.sleep(RETRY);
                } catch (InterruptedException interrupted) {
                    Thread.currentThread().interrupt();
                    return false;
                }
            }
        }
    }

    /** Cancels everything in hand and waits for it. */
    void stopAll(JobMoves moves, Duration patience) throws InterruptedException {
        for (JobRun run : runs.values()) {
            moves.cancel(run.key().jobId(), "system");
            stop(run, JobRun.Wish.CANCEL);
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (!runs.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(Duration.ofMillis(50));
        }
    }

    /** Stops watching; what runs goes on running, and the next boot adopts it. */
    @Override
    public void close() {
        closed = true;
        timeouts.shutdownNow();
        provider.close();
        work.shutdownNow();
    }
}
