package dev.runner.worker.execution;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A place where attempts are executed. Attempts outlive the provider that started them: another instance, in another
 * process, finds them by their key. Thread-safe.
 */
public interface Provider extends AutoCloseable {
    /** As in {@code selected_provider} and {@code final_provider}. */
    String name();

    /** Starts the attempt, at most once ever, and returns without waiting for it. */
    Dispatch dispatch(Launch launch);

    /**
     * Settles what has become of an attempt that somebody may have dispatched. An attempt found running is adopted: from
     * now on {@link #ending} and {@link #stop} work for it here, and a stop that somebody had begun goes on. One that was never started is fenced off, so that a
     * dispatch that comes too late is refused. Hence not a question to ask before one's own dispatch.
     */
    Finding find(AttemptKey key);

    /**
     * The same for an attempt that is known to be over: makes no trace of one that has none. Empty then, or when somebody
     * has removed the last one meanwhile.
     */
    Optional<Finding> findTraced(AttemptKey key);

    /** All attempts of which there is a trace: running, ended, or given up, and not yet forgotten. */
    Set<AttemptKey> known();

    /**
     * Completes when the attempt, dispatched, adopted or found ended here, has ended and nothing of it is left. Completed
     * on a thread of the provider: take longer work elsewhere.
     *
     * @throws IllegalArgumentException for an attempt that was neither dispatched nor found here
     */
    CompletableFuture<Ending> ending(AttemptKey key);

    /**
     * Ends the attempt and everything it started: politely, then after the grace period by force. Does not block. A stop
     * in progress is joined, with its own grace period.
     *
     * @throws IllegalArgumentException for an attempt that was neither dispatched nor adopted here
     */
    CompletableFuture<StopReport> stop(AttemptKey key, Duration grace);

    /**
     * Removes the traces of an attempt that has ended, and only then its fence: call it when the end is recorded.
     *
     * @throws IllegalStateException when it is still running here
     */
    void forget(AttemptKey key);

    /** Like {@link #stop}, because it has run for too long: its end says so to whoever finds it. */
    CompletableFuture<StopReport> timeOut(AttemptKey key, Duration grace);

    /**
     * Like {@link #stop}, but not for anything the job did: its end counts as {@link Finding.Gone} for whoever finds it,
     * so that it may be tried again.
     */
    CompletableFuture<StopReport> abandon(AttemptKey key, Duration grace);

    /** Stops watching one attempt, which goes on and keeps its traces: another worker has adopted it. */
    void release(AttemptKey key);

    /** How long a look at what it watches has been due. More than a minute means that it hangs, and no end is told. */
    Duration overdue();

    /** Stops watching. What runs goes on running. */
    @Override
    void close();
}
