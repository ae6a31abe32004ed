package dev.runner.worker.launcher;

import dev.runner.queue.ClaimedJob;
import dev.runner.queue.LeaseOwner;
import dev.runner.worker.execution.AttemptKey;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One attempt in this worker's hands, from its claim to its recorded end. Thread-safe. */
final class JobRun {
    /** Why it is being stopped; the first reason stays, because it is the one the end must tell. */
    enum Wish {
        NONE,
        CANCEL,
        TIMEOUT,
        LEASE_LOST,
        /** Nobody could be told in time that it is still ours. */
        FENCED
    }

    private final ClaimedJob claimed;
    private final AttemptKey key;
    private final long since;
    private final int timeLimitSeconds;
    private final AtomicReference<Wish> wish = new AtomicReference<>(Wish.NONE);
    private volatile long renewed;
    private volatile boolean watched;
    private volatile boolean takenOver;
    private volatile boolean tracesKept;
    private final AtomicBoolean leftAlone = new AtomicBoolean();
    private volatile @Nullable Future<?> timer;

    /**
     * @param since when it was asked for, in nanoseconds of this process
     * @param timeLimitSeconds how long it may run
     */
    JobRun(ClaimedJob claimed, long since, int timeLimitSeconds) {
        this.claimed = claimed;
        this.key = JobRunner.keyOf(claimed.lease());
        this.since = since;
        this.renewed = since;
        this.timeLimitSeconds = timeLimitSeconds;
    }

    ClaimedJob claimed() {
        return claimed;
    }

    LeaseOwner lease() {
        return claimed.lease();
    }

    AttemptKey key() {
        return key;
    }

    /** For how long it has been in these hands. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - since);
    }

    boolean isOlderThan(long nanos) {
        return since - nanos < 0;
    }

    void renewed(long asked) {
        renewed = asked;
    }

    /** How old the lease may be at most, by a clock that also runs while this process is frozen. */
    Duration leaseAge(long now) {
        return Duration.ofNanos(now - renewed);
    }

    /** It was another worker's before. */
    void takenOver() {
        takenOver = true;
    }

    boolean isTakenOver() {
        return takenOver;
    }

    /** Nothing may be done about it. Whether that is new. */
    boolean leftAlone() {
        return leftAlone.compareAndSet(false, true);
    }

    /** Its traces are for somebody else: its end is no reason to remove them. */
    void keepTraces() {
        tracesKept = true;
    }

    boolean keepsTraces() {
        return tracesKept;
    }

    /** What will end it when its time is over. */
    void timer(Future<?> future) {
        timer = future;
    }

    /** How long it may run. */
    int timeLimitSeconds() {
        return timeLimitSeconds;
    }

    void cancelTimer() {
        Future<?> set = timer;
        if (set != null) {
            set.cancel(false);
        }
    }

    /** From now on there is something to stop. */
    void watched() {
        watched = true;
    }

    boolean isWatched() {
        return watched;
    }

    Wish wish() {
        return wish.get();
    }

    /** Whether this is the first reason to stop it. */
    boolean wish(Wish reason) {
        return wish.compareAndSet(Wish.NONE, reason);
    }
}
