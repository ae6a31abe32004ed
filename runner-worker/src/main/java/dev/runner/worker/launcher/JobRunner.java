package dev.runner.worker.launcher;

import dev.runner.job.JobStatus;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import dev.runner.queue.JobLeases;
import dev.runner.queue.LeaseOwner;
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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings claimed jobs to their end: starts them, stops them when they are to stop, and has it written down how they
 * ended. Knows what this worker has in hand. Thread-safe.
 */
final class JobRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    static final Duration GRACE = Duration.ofSeconds(10);
    /** What asking for the cancel of one may take; the rest of the time is for ending it. */
    private static final Duration CANCEL_PATIENCE = Duration.ofSeconds(2);

    /** Long enough for whatever took everything to be noticed or to end; short for a job that has waited anyway. */
    static final Duration EXHAUSTED_PAUSE = Duration.ofSeconds(5);

    /** For what only somebody else can change, such as by a new version. */
    private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

    private final Provider provider;
    private final JobPolicy policy;
    private final Repos repos;
    private final AllowedRepoPaths allowed;
    private final Ledger ledger;
    private final WorkerProcess here;
    private final InstantSource clock;
    private final Runnable onSlotFree;
    private final StartTrouble trouble;
    private final RunListener listener;
    private final Map<AttemptKey, JobRun> runs = new ConcurrentHashMap<>();
    private final AtomicInteger givingBack = new AtomicInteger();
    /**
     * Not virtual threads: those share as many carriers as there are cores, and one that waits for a class to be
     * initialised keeps its carrier. When many jobs are adopted at the start of a process, all of them can wait for a
     * class whose initialiser has no carrier left to go on.
     */
    private final ExecutorService work = Executors.newCachedThreadPool(
            Thread.ofPlatform().name("job-", 0).daemon().factory());

    private final ScheduledThreadPoolExecutor timeouts = new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().name("timeouts").daemon().factory());

    JobRunner(
            Provider provider,
            JobPolicy policy,
            Repos repos,
            AllowedRepoPaths allowed,
            Ledger ledger,
            WorkerProcess here,
            InstantSource clock,
            Runnable onSlotFree,
            StartTrouble trouble,
            RunListener listener) {
        this.provider = provider;
        this.policy = policy;
        this.repos = repos;
        this.allowed = allowed;
        this.ledger = ledger;
        this.here = here;
        this.clock = clock;
        this.onSlotFree = onSlotFree;
        this.trouble = trouble;
        this.listener = listener;
        // Timers of jobs that ended in time must not stay until their time would have come.
        timeouts.setRemoveOnCancelPolicy(true);
    }

    int active() {
        return runs.size();
    }

    boolean isInHand(AttemptKey key) {
        return runs.containsKey(key);
    }

    /**
     * Starts a job just claimed, on a thread of its own.
     *
     * @param asked when the claim was sent, in nanoseconds: its lease runs from then at the latest
     */
    void start(ClaimedJob claimed, long asked) {
        JobRun run = register(claimed, asked);
        apart(run, () -> launch(run));
    }

    /** Goes on with an orphan that was taken over: watches it, or records how it ended. */
    void resume(ClaimedJob claimed, long asked, String lostEvent) {
        JobRun run = register(claimed, asked);
        run.takenOver();
        apart(run, () -> settle(run, lostEvent));
    }

    private JobRun register(ClaimedJob claimed, long asked) {
        var run = new JobRun(claimed, asked, policy.timeoutSeconds(claimed.job()));
        runs.put(run.key(), run);
        return run;
    }

    private void apart(JobRun run, Runnable step) {
        // Guarded twice: when there is no thread to be had, either.
        guarded(run, () -> work.execute(() -> guarded(run, step)));
    }

    /**
     * Nothing unforeseen may keep a job for ever: let go of, it is found again among those held but not in hand. That
     * includes errors, such as a thread that cannot be started.
     */
    private void guarded(JobRun run, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            release(run);
            LOG.atError()
                    .addKeyValue("job_id", run.key().jobId())
                    .setCause(e)
                    .log("an attempt could not be handled; trying again");
            if (e instanceof LinkageError) {
                // Classes are loaded late, from files that somebody has replaced meanwhile.
                trouble.lost("a part of the program is missing: " + e);
            }
        }
    }

    private void launch(JobRun run) {
        if (isToBeCanceled(run)) {
            settle(run, "recovered_after_crash");
            return;
        }
        switch (LaunchPlan.of(run.claimed().job(), policy.registry(), repos, allowed, provider.name())) {
            case LaunchPlan.Refused(String reason) -> refuse(run, "config_error", reason, ErrorCode.VALIDATION_ERROR);
            case LaunchPlan.Allowed plan -> {
                var launch = new Launch(run.key(), plan.argv(), plan.workingDirectory(), Map.of());
                switch (provider.dispatch(launch)) {
                    case Dispatch.Started(ProcessIdentity identity) -> {
                        listener.started(run.claimed().job(), run.age());
                        watch(run, identity, Duration.ZERO);
                    }
                    case Dispatch.AlreadyStarted already -> settle(run, "recovered_after_crash");
                    case Dispatch.Refused(var category, String detail) -> {
                        if (!isGivenBack(run, category, detail)) {
                            refuse(run, category.name(), detail, ErrorCode.DISPATCH_ERROR);
                        }
                    }
                }
            }
        }
    }

    /** Whether the job waits again as if it had not been claimed, because it is not to blame for what went wrong. */
    private boolean isGivenBack(JobRun run, Dispatch.Category category, String detail) {
        Optional<Duration> pause = switch (category) {
            case PROVIDER_UNAVAILABLE -> {
                trouble.lost(detail);
                yield Optional.of(Duration.ZERO);
            }
            case EXHAUSTED -> {
                trouble.exhausted(detail);
                yield Optional.of(EXHAUSTED_PAUSE);
            }
            case CONFIG_ERROR, CREATE_FAILED -> Optional.empty();
        };
        if (pause.isEmpty() || giveBack(run, detail, pause.get()) != Ledger.Entry.WRITTEN) {
            return false;
        }
        release(run);
        return true;
    }

    private Ledger.Entry giveBack(JobRun run, String detail, Duration pause) {
        givingBack.incrementAndGet();
        try {
            return ledger.giveBack(run, detail, pause);
        } finally {
            givingBack.decrementAndGet();
        }
    }

    /**
     * Whether a job is on its way back into the queue. Its next claim has the same number, so when the answer to the
     * give-back was lost and this worker claimed it again, the next try would give back that claim.
     */
    boolean isGivingBack() {
        return givingBack.get() > 0;
    }

    private void refuse(JobRun run, String category, String detail, ErrorCode code) {
        ledger.refused(run, category);
        boolean again = category.equals(Dispatch.Category.CREATE_FAILED.name());
        conclude(run, Endings.refused(detail, code, provider.name(), clock.instant()), again);
    }

    private void settle(JobRun run, String lostEvent) {
        switch (provider.find(run.key())) {
            case Finding.Running(ProcessIdentity identity) -> {
                ledger.adopted(run);
                listener.adopted(run.claimed().job());
                watch(run, identity, ledger.age(run));
            }
            case Finding.Foreign(String reason) -> leaveAlone(run, reason, lostEvent);
            case Finding.Ended ended -> ended(run, provider.ending(run.key()).join());
            case Finding.Gone(var reason, var _)
            when reason == Finding.Reason.STUCK ->
                ended(run, provider.ending(run.key()).join());
            case Finding.Gone(var reason, String detail) -> {
                if (isTraceNeeded(run, reason)) {
                    run.keepTraces();
                }
                if (reason == Finding.Reason.NEVER_STARTED && isToBeCanceled(run)) {
                    conclude(run, Endings.canceledUnstarted(provider.name(), clock.instant()), false);
                } else {
                    String error = "lost without a trace: " + detail;
                    conclude(run, Endings.lost(lostEvent, error, provider.name(), clock.instant()), true);
                }
            }
        }
    }

    /**
     * Keeps the job in hand, so that nobody takes it for lost and runs it a second time, until the traces are gone or a
     * worker that knows them has come in the place of this one.
     */
    private void leaveAlone(JobRun run, String reason, String lostEvent) {
        if (run.leftAlone()) {
            LOG.atError()
                    .addKeyValue("job_id", run.key().jobId())
                    .log("a job is left alone, and keeps its slot: {}", reason);
            ledger.leftAlone(run, reason + "; it is left alone until a worker that does has come");
        }
        run.timer(timeouts.schedule(
                () -> apart(run, () -> lookAgain(run, lostEvent)), LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void lookAgain(JobRun run, String lostEvent) {
        if (!ledger.holds(run).orElse(true)) {
            release(run);
        } else if (isInHand(run)) {
            settle(run, lostEvent);
        }
    }

    private static boolean isToBeCanceled(JobRun run) {
        return run.wish() == JobRun.Wish.CANCEL || run.claimed().job().status() == JobStatus.CANCEL_REQUESTED;
    }

    private void watch(JobRun run, ProcessIdentity identity, Duration age) {
        // First of all: once others see that it is watched, they may hand it over, and then there is nothing to ask
        // here.
        CompletableFuture<Ending> end = provider.ending(run.key());
        if (run.claimed().job().status() == JobStatus.CANCEL_REQUESTED) {
            run.wish(JobRun.Wish.CANCEL);
        }
        run.watched();
        if (run.wish() != JobRun.Wish.NONE) {
            // Wished for before there was anything to stop.
            stopNow(run);
        }
        long left = Math.max(
                0, Duration.ofSeconds(run.timeLimitSeconds()).minus(age).toMillis());
        run.timer(timeouts.schedule(() -> apart(run, () -> timeOut(run)), left, TimeUnit.MILLISECONDS));
        if (ledger.started(run, provider.name(), identity) == Ledger.Entry.NOT_OURS) {
            letGo(run);
        }
        // Only now: the end is written after the start.
        var _ = end.whenCompleteAsync(
                (ending, failure) -> guarded(run, () -> {
                    if (failure == null) {
                        ended(run, ending);
                    } else {
                        endUnknown(run, failure);
                    }
                }),
                work);
    }

    /** A worker that was frozen may come back long after its time; the limit of a job that is another's is not its concern. */
    private void timeOut(JobRun run) {
        if (isInHand(run) && ledger.holds(run).orElse(true)) {
            stop(run, JobRun.Wish.TIMEOUT);
        }
    }

    /** Compares what the database says is ours with what is in hand. {@code asked}: when it was asked, in nanoseconds. */
    void reconcile(List<JobLeases.Held> held, long asked) {
        var found = new HashMap<AttemptKey, JobStatus>();
        for (var one : held) {
            found.put(keyOf(one.lease()), one.status());
        }
        for (JobRun run : runs.values()) {
            JobStatus status = found.get(run.key());
            if (status == JobStatus.CANCEL_REQUESTED) {
                stop(run, JobRun.Wish.CANCEL);
            } else if (status == null && run.isOlderThan(asked) && run.isWatched()) {
                apart(run, () -> letGo(run));
            }
        }
    }

    /** Notes that all leases were renewed by a statement sent at that time. */
    void renewed(List<JobLeases.Held> held, long asked) {
        for (var one : held) {
            JobRun run = runs.get(keyOf(one.lease()));
            if (run != null) {
                run.renewed(asked);
            }
        }
    }

    /** Stops what could be taken over elsewhere before long, because its lease could not be renewed. */
    void fence(Predicate<JobRun> isDue) {
        for (JobRun run : runs.values()) {
            if (isDue.test(run) && run.wish() == JobRun.Wish.NONE) {
                LOG.atWarn()
                        .addKeyValue("job_id", run.key().jobId())
                        .log("the lease cannot be renewed and others may take the job over: ending it");
                stop(run, JobRun.Wish.FENCED);
            }
        }
    }

    static AttemptKey keyOf(LeaseOwner lease) {
        return new AttemptKey(lease.jobId(), lease.attempt());
    }

    /**
     * The lease is another's. If that one sees the same processes it has adopted this one, and nothing must happen to it;
     * otherwise what runs here is ended, because nobody else can.
     */
    private void letGo(JobRun run) {
        if (ledger.holds(run).orElse(true)) {
            return;
        }
        if (ledger.isAdoptedNextDoor(run, here)) {
            handOver(run);
        } else {
            stop(run, JobRun.Wish.LEASE_LOST);
        }
    }

    private void handOver(JobRun run) {
        LOG.atInfo()
                .addKeyValue("job_id", run.key().jobId())
                .log("another worker of this host has the job now; it goes on there");
        provider.release(run.key());
        release(run);
    }

    private void stop(JobRun run, JobRun.Wish reason) {
        if (isInHand(run) && run.wish(reason) && run.isWatched()) {
            // What is not watched yet sees the wish as soon as it is. Whoever cannot be stopped is let go of, because a
            // wish is made once; whoever finds it again wishes again.
            guarded(run, () -> stopNow(run));
        }
    }

    private void stopNow(JobRun run) {
        var _ = switch (run.wish()) {
            case TIMEOUT -> provider.timeOut(run.key(), GRACE);
            // Whoever has it now must not take the code for the job's own.
            case FENCED, LEASE_LOST -> provider.abandon(run.key(), GRACE);
            case CANCEL, NONE -> provider.stop(run.key(), GRACE);
        };
    }

    /** Stopping it went wrong half-way: found again, it is watched or stopped anew. */
    private void endUnknown(JobRun run, Throwable failure) {
        if (isInHand(run)) {
            provider.release(run.key());
            throw new IllegalStateException("the end of " + run.key() + " could not be seen", failure);
        }
    }

    private void ended(JobRun run, Ending ending) {
        if (!isInHand(run)) {
            return;
        }
        if (!ending.leaked().isEmpty()) {
            LOG.atError()
                    .addKeyValue("job_id", run.key().jobId())
                    .addKeyValue("pids", ending.leaked())
                    .log("processes of an ended job could not be ended");
        }
        boolean lost = ending.finding() instanceof Finding.Gone || run.wish() == JobRun.Wish.FENCED;
        boolean failed = ending.finding() instanceof Finding.Ended e && e.exitCode() != 0;
        // Never beside what is left of this attempt.
        boolean mayRepeat = ending.leaked().isEmpty()
                && !Endings.isTimeout(run, ending)
                && (run.wish() == JobRun.Wish.NONE || run.wish() == JobRun.Wish.FENCED);
        boolean again = mayRepeat
                && (lost || (failed && policy.retriesFailures(run.claimed().job())));
        conclude(run, Endings.of(run, ending, provider.name(), clock.instant()), again);
    }

    /** Has the end written down; only then are the traces removed from which the next worker would read it. */
    private void conclude(JobRun run, List<Finish> ways, boolean again) {
        switch (ledger.conclude(
                run, ways, again && policy.allowsAnotherAttempt(run.claimed().job()))) {
            case WRITTEN -> {
                forget(run);
                release(run);
            }
            case NOT_OURS -> {
                if (ledger.isAdoptedNextDoor(run, here)) {
                    handOver(run);
                } else {
                    ledger.leaseLost(run);
                    listener.leaseLost(run.claimed().job());
                    forget(run);
                    release(run);
                }
            }
            // Its traces stay, and whoever finds it next tries again: by then somebody may have put it right.
            case REFUSED -> throw new IllegalStateException("the end of " + run.key() + " could not be written");
            case GIVEN_UP -> LOG.atDebug().log("stopping before the end could be written");
        }
    }

    /** The end is recorded, whatever becomes of the traces: if they stay, they are found among what is left over. */
    private void forget(JobRun run) {
        if (run.keepsTraces()) {
            return;
        }
        try {
            provider.forget(run.key());
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("job_id", run.key().jobId())
                    .setCause(e)
                    .log("the traces of an attempt that is over cannot be removed yet");
        }
    }

    /**
     * Whether the former owner may need the traces. One out of reach finds by them what still runs there, when it comes
     * back; and one that was frozen on its way to the start must see what keeps it from starting.
     */
    private static boolean isTraceNeeded(JobRun run, Finding.Reason reason) {
        return reason == Finding.Reason.OUT_OF_REACH || (reason == Finding.Reason.NEVER_STARTED && run.isTakenOver());
    }

    private boolean isInHand(JobRun run) {
        return runs.get(run.key()) == run;
    }

    private void release(JobRun run) {
        runs.remove(run.key(), run);
        run.cancelTimer();
        onSlotFree.run();
    }

    /**
     * Cancels everything in hand and waits for it. What cannot be recorded as canceled, because the database does not
     * answer, is given up instead: it ends all the same, and whoever comes next learns that it was not the job's fault.
     * What was taken over meanwhile is let go of: its new worker decides.
     *
     * <p>Nothing may be taken in hand any more.
     */
    void stopAll(Duration patience) throws InterruptedException {
        for (JobRun run : runs.values()) {
            var _ = CompletableFuture.supplyAsync(() -> ledger.requestCancel(run), work)
                    .orTimeout(CANCEL_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((ours, failure) -> {
                        if (failure != null) {
                            stop(run, JobRun.Wish.FENCED);
                        } else if (ours) {
                            stop(run, JobRun.Wish.CANCEL);
                        } else {
                            apart(run, () -> letGo(run));
                        }
                    });
        }
        long deadline = System.nanoTime() + patience.toNanos();
        while (!runs.isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.sleep(Duration.ofMillis(50));
        }
    }

    /** Stops watching; what runs goes on running, and the next boot adopts it. */
    @Override
    public void close() {
        ledger.close();
        timeouts.shutdownNow();
        provider.close();
        work.shutdownNow();
    }
}
