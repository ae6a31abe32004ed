package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.StopReport;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An attempt that this provider watches: its own child, or one it adopted. Thread-safe. */
final class Attempt {
    static final Finding ABANDONED =
            new Finding.Gone(Finding.Reason.DIED, "ended by its worker, which could not keep it");

    /** Java's word for a child that was killed: 128 + 9. */
    private static final int KILLED = 137;

    /**
     * One that this very provider started.
     *
     * @param oomKills how many processes the kernel had ended for lack of memory before
     */
    record Child(Process process, OptionalLong oomKills) {}

    /** Who is concerned with its end; decided once, so that it is told once. */
    private enum Phase {
        RUNNING,
        ENDING,
        STOPPING
    }

    final AttemptKey key;
    final ControlDirectory control;
    final LocalProcess shim;
    final Path log;
    final CompletableFuture<Ending> ending = new CompletableFuture<>();
    final CompletableFuture<StopReport> stopped = new CompletableFuture<>();
    private final @Nullable Child child;
    private final long since = System.nanoTime();
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.RUNNING);
    private volatile Optional<ControlDirectory.Stop> stop = Optional.empty();
    /** Completed while nobody is moving its log about. */
    private volatile CompletableFuture<Void> logWork = CompletableFuture.completedFuture(null);

    Attempt(AttemptKey key, ControlDirectory control, LocalProcess shim, Path log, @Nullable Child child) {
        this.key = key;
        this.control = control;
        this.shim = shim;
        this.log = log;
        this.child = child;
    }

    boolean isRunning() {
        return phase.get() == Phase.RUNNING;
    }

    /** True for the one caller who is to look after an end that came by itself. */
    boolean beginEnding() {
        return phase.compareAndSet(Phase.RUNNING, Phase.ENDING);
    }

    /** True for the one caller who is to stop it. */
    boolean beginStopping(ControlDirectory.Stop reason) {
        if (!phase.compareAndSet(Phase.RUNNING, Phase.STOPPING)) {
            return false;
        }
        stop = Optional.of(reason);
        return true;
    }

    /** Why it is or was being stopped, by this worker or by one before it. */
    private Optional<ControlDirectory.Stop> stopReason() {
        return stop.or(control::notedStop);
    }

    /** For which limit it was stopped, if for any. */
    private Optional<Ending.Limit> stopLimit() {
        return stopReason().flatMap(reason -> switch (reason) {
            case TIME_LIMIT -> Optional.of(Ending.Limit.TIME_LIMIT);
            case LOG_LIMIT -> Optional.of(Ending.Limit.LOG_LIMIT);
            case ABANDONED, REQUESTED -> Optional.empty();
        });
    }

    boolean isStopping() {
        return phase.get() == Phase.STOPPING;
    }

    /** From now on its end is not told before this is completed. */
    CompletableFuture<Void> beginLogWork() {
        var work = new CompletableFuture<Void>();
        logWork = work;
        return work;
    }

    boolean isLogInWork() {
        return !logWork.isDone();
    }

    boolean isAdopted() {
        return child == null;
    }

    /** Whether the shim is gone; having published the code is not enough, because it is a process of the attempt, too. */
    boolean hasEnded() {
        return child == null ? !shim.isAlive() : !child.process().isAlive();
    }

    /** How it ended, if it has. */
    Finding finding(InstantSource clock) {
        if (control.isAbandoned()) {
            return ABANDONED;
        }
        Optional<Finding.Ended> result = control.result();
        if (result.isPresent()) {
            return result.get();
        }
        if (control.isFenced()) {
            return new Finding.Gone(Finding.Reason.NEVER_STARTED, "given up before it was started");
        }
        if (!control.isStarted()) {
            // Its shim could not even note that it is about to: then it starts nothing, and ends with a code of its
            // own.
            return new Finding.Gone(Finding.Reason.DIED, "its shim could not note the start, and did not start it");
        }
        // A shim that could not publish the code (a full disk, a removed folder) still ends with it. But one that was
        // killed ends like one whose job was killed; then nobody knows.
        return child != null && !child.process().isAlive() && child.process().exitValue() != KILLED
                ? new Finding.Ended(child.process().exitValue(), clock.instant())
                : new Finding.Gone(Finding.Reason.DIED, "ended together with its shim, without a result");
    }

    /** Whether it failed for lack of memory, by the word of its cgroup or else by the look of it. */
    private Optional<Ending.Limit> memory(Finding finding, Optional<Cgroup> cgroup) {
        if (!(finding instanceof Finding.Ended(int code, var _)) || code == 0) {
            return Optional.empty();
        }
        if (cgroup.isPresent() && cgroup.get().countsMemory()) {
            return cgroup.get().ranOutOfMemory() ? Optional.of(Ending.Limit.MEMORY_LIMIT) : Optional.empty();
        }
        boolean killed = code == KILLED && !isStopping();
        return killed && child != null && hasGrown(child.oomKills(), KernelCounts.oomKills())
                ? Optional.of(Ending.Limit.MEMORY_SHORTAGE)
                : Optional.empty();
    }

    private static boolean hasGrown(OptionalLong before, OptionalLong now) {
        return before.isPresent() && now.isPresent() && now.getAsLong() > before.getAsLong();
    }

    /** What looks for its leftovers, once it has ended. */
    Sweep sweep() {
        Optional<ControlDirectory.Main> main = control.main();
        // How long an adopted one has been running is not worth finding out.
        var pids = isAdopted() ? PidRange.ALL : PidRange.descendantsOf(shim.pid(), since);
        var sweep = new Sweep(key, Optional.of(shim), main.flatMap(ControlDirectory.Main::cgroup), pids);
        main.map(ControlDirectory.Main::process).ifPresent(process -> sweep.also(Kinship.groupOf(process)));
        return sweep;
    }

    /** Whoever cannot be ended leaves no result, but is not gone without a trace either. */
    private static Finding orStuck(Finding finding, List<Long> leaked) {
        return finding instanceof Finding.Gone && !leaked.isEmpty()
                ? new Finding.Gone(Finding.Reason.STUCK, "its processes %s cannot be ended".formatted(leaked))
                : finding;
    }

    /** Tells of the end, once the log is where it belongs: whoever is told may remove everything else. */
    Ending end(Finding found, List<Long> leaked) {
        Finding finding = orStuck(found, leaked);
        Optional<Cgroup> cgroup = control.main().flatMap(ControlDirectory.Main::cgroup);
        var told = new Ending(key, finding, stopLimit().or(() -> memory(finding, cgroup)), leaked);
        cgroup.ifPresent(Cgroup::remove);
        var _ = logWork.thenRun(() -> {
            LogLimit.putBack(control, log);
            ending.complete(told);
        });
        return told;
    }
}
