package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Launch;
import dev.runner.worker.execution.Provider;
import dev.runner.worker.execution.StopReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executes attempts as processes of this host. Needs Linux, and leave to call into libc. */
public final class WorkspaceProvider implements Provider {
    private static final Logger LOG = LoggerFactory.getLogger(WorkspaceProvider.class);

    private final WorkspaceConfig config;
    private final InstantSource clock;
    private final Place place = Place.current();
    private final Starter starter;
    private final Map<AttemptKey, Attempt> attempts = new ConcurrentHashMap<>();
    private final Watch watch;

    /**
     * Starts watching; to be closed.
     *
     * @param workerEnvironment from which the few variables that jobs may see are taken
     */
    public WorkspaceProvider(WorkspaceConfig config, Map<String, String> workerEnvironment, InstantSource clock) {
        this.config = config;
        this.clock = clock;
        this.starter = new Starter(config, place, new ChildEnvironment(workerEnvironment));
        this.watch = new Watch(
                attempts.values(),
                new LogLimit(
                        config, attempt -> beginStop(attempt, config.stopGrace(), ControlDirectory.Stop.LOG_LIMIT)),
                clock);
        try {
            Files.createDirectories(
                    config.controlRoot(),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } catch (IOException e) {
            throw new UncheckedIOException("log folder cannot be written: " + config.logDirectory(), e);
        }
        InheritedSignals.keepFromJobs();
        warnOfLimitsThatCannotBeSet();
        watch.start();
    }

    private void warnOfLimitsThatCannotBeSet() {
        boolean possible = config.cgroupRoot()
                .filter(root -> Cgroup.limits(root, "memory"))
                .isPresent();
        if (config.limits().memoryBytes() > 0 && !possible) {
            LOG.atWarn()
                    .log("the memory of jobs cannot be limited here: that takes a control group with a memory"
                            + " controller that was given to the worker, beside its own");
        }
    }

    @Override
    public String name() {
        return "workspace";
    }

    @Override
    public Dispatch dispatch(Launch launch) {
        return switch (starter.start(launch)) {
            case Starter.Outcome.Started(var attempt, var process) -> {
                attempts.put(attempt.key, attempt);
                var _ = process.onExit().thenRun(() -> watch.ended(attempt));
                yield new Dispatch.Started(place.identity(attempt.shim.pid(), attempt.shim.startTicks()));
            }
            case Starter.Outcome.NotStarted(var dispatch) -> dispatch;
        };
    }

    @Override
    public Finding find(AttemptKey key) {
        return watchedHere(key).orElseGet(() -> {
            var control = new ControlDirectory(config.controlRoot(), key);
            try {
                return settle(key, control, control.startOrFence());
            } catch (IOException e) {
                throw new UncheckedIOException("cannot settle what became of " + key, e);
            }
        });
    }

    @Override
    public Optional<Finding> findTraced(AttemptKey key) {
        return watchedHere(key).or(() -> {
            var control = new ControlDirectory(config.controlRoot(), key);
            try {
                return control.startOrFenceIfThere().map(start -> settle(key, control, start));
            } catch (IOException e) {
                throw new UncheckedIOException("cannot settle what is left of " + key, e);
            }
        });
    }

    private Optional<Finding> watchedHere(AttemptKey key) {
        Attempt watched = attempts.get(key);
        if (watched == null) {
            return Optional.empty();
        }
        if (watched.ending.isCompletedExceptionally()) {
            attempts.remove(key, watched);
            return Optional.empty();
        }
        return Optional.of(watched.ending.isDone() ? watched.ending.join().finding() : running(watched.shim));
    }

    private Finding settle(AttemptKey key, ControlDirectory control, ControlDirectory.Start start) {
        return switch (start) {
            case ControlDirectory.Start.Never() -> new Finding.Gone(Finding.Reason.NEVER_STARTED, "it was not started");
            case ControlDirectory.Start.Foreign(String format) ->
                new Finding.Foreign("its traces are in %s, which this version does not know".formatted(format));
            case ControlDirectory.Start.Torn() -> {
                // Whoever could not even say who it is carries the markers.
                new Sweep(key, Optional.empty(), Optional.empty(), PidRange.ALL).toTheEnd();
                yield new Finding.Gone(Finding.Reason.DIED, "its shim did not get to start it");
            }
            case ControlDirectory.Start.By by ->
                by.place().equals(place) ? findHere(key, control, by.shim()) : findElsewhere(key, control, by);
        };
    }

    private Finding findHere(AttemptKey key, ControlDirectory control, LocalProcess shim) {
        var attempt = new Attempt(key, control, shim, config.logFile(key.jobId()), null);
        if (!attempt.hasEnded()) {
            attempts.putIfAbsent(key, attempt);
            // Whoever had begun to end it may have gone between the polite signal and the other.
            control.notedStop()
                    .ifPresent(reason -> beginStop(attempts.getOrDefault(key, attempt), config.stopGrace(), reason));
            return running(shim);
        }
        Sweep sweep = attempt.sweep();
        sweep.toTheEnd();
        return settled(attempt, attempt.finding(clock), sweep.remaining());
    }

    /** One that has ended is kept until it is forgotten, so that {@link #ending} can tell everything about it. */
    private Finding settled(Attempt attempt, Finding finding, List<Long> leaked) {
        attempt.beginEnding();
        Ending ending = attempt.end(finding, leaked);
        attempts.putIfAbsent(attempt.key, attempt);
        return ending.finding();
    }

    private Finding findElsewhere(AttemptKey key, ControlDirectory control, ControlDirectory.Start.By start) {
        Place other = start.place();
        if (control.isAbandoned()) {
            return Attempt.ABANDONED;
        }
        Optional<Finding.Ended> result = control.result();
        if (result.isPresent()) {
            var attempt = new Attempt(key, control, start.shim(), config.logFile(key.jobId()), null);
            return settled(attempt, result.get(), List.of());
        }
        return other.host().equals(place.host()) && !other.bootId().equals(place.bootId())
                ? new Finding.Gone(Finding.Reason.REBOOTED, "the host was started anew while it ran")
                : new Finding.Gone(Finding.Reason.OUT_OF_REACH, "it was started on " + other);
    }

    private Finding running(LocalProcess shim) {
        return new Finding.Running(place.identity(shim.pid(), shim.startTicks()));
    }

    @Override
    public Set<AttemptKey> known() {
        return ControlDirectory.list(config.controlRoot());
    }

    @Override
    public CompletableFuture<Ending> ending(AttemptKey key) {
        return watched(key).ending.copy();
    }

    @Override
    public CompletableFuture<StopReport> stop(AttemptKey key, Duration grace) {
        return stop(key, grace, ControlDirectory.Stop.REQUESTED);
    }

    @Override
    public CompletableFuture<StopReport> timeOut(AttemptKey key, Duration grace) {
        return stop(key, grace, ControlDirectory.Stop.TIME_LIMIT);
    }

    @Override
    public CompletableFuture<StopReport> abandon(AttemptKey key, Duration grace) {
        return stop(key, grace, ControlDirectory.Stop.ABANDONED);
    }

    private CompletableFuture<StopReport> stop(AttemptKey key, Duration grace, ControlDirectory.Stop reason) {
        Attempt attempt = watched(key);
        beginStop(attempt, grace, reason);
        return attempt.isStopping()
                ? attempt.stopped.copy()
                : attempt.ending.thenApply(ending -> new StopReport(ending, false, Duration.ZERO));
    }

    private void beginStop(Attempt attempt, Duration grace, ControlDirectory.Stop reason) {
        if (!attempt.beginStopping(reason)) {
            return;
        }
        Thread.ofPlatform().daemon().name("stop-" + attempt.key).start(() -> {
            note(attempt, reason);
            try {
                attempt.stopped.complete(new StopSequence(attempt, grace, clock).run());
            } catch (Throwable e) {
                attempt.stopped.completeExceptionally(e);
                attempt.ending.completeExceptionally(e);
            }
        });
    }

    private static void note(Attempt attempt, ControlDirectory.Stop reason) {
        try {
            attempt.control.noteStop(reason);
        } catch (IOException e) {
            // A disk that is full or read-only must not keep it running. Its end will look like the job's own to
            // others.
            LOG.atWarn().addKeyValue("job_id", attempt.key.jobId()).setCause(e).log("ending a job without a note why");
        }
    }

    @Override
    public void forget(AttemptKey key) {
        Attempt attempt = attempts.get(key);
        if (attempt != null && !attempt.ending.isDone()) {
            throw new IllegalStateException(key + " is still running");
        }
        attempts.remove(key);
        var control = new ControlDirectory(config.controlRoot(), key);
        LogLimit.putBack(control, config.logFile(key.jobId()));
        control.remove();
    }

    @Override
    public void release(AttemptKey key) {
        attempts.remove(key);
    }

    @Override
    public Duration overdue() {
        return watch.overdue();
    }

    @Override
    public void close() {
        watch.close();
    }

    private Attempt watched(AttemptKey key) {
        Attempt attempt = attempts.get(key);
        if (attempt == null) {
            throw new IllegalArgumentException(key + " was neither dispatched nor adopted here");
        }
        return attempt;
    }
}
