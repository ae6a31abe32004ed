package dev.runner.queue;

import dev.runner.job.Transition;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as it is to be recorded.
 *
 * @param move which of the worker's final moves this is
 * @param finishedAt when the process ended; null for "now", by the database's clock
 * @param resultJson the attempt's result in the form of the execution contract
 */
public record Finish(
        Transition move,
        String eventType,
        String message,
        @Nullable Integer exitCode,
        @Nullable String errorMessage,
        @Nullable Instant finishedAt,
        @Nullable String resultJson) {

    public Finish {
        if (move.mover() != Transition.Mover.WORKER || !move.to().isTerminal()) {
            throw new IllegalArgumentException(move + " does not end a job");
        }
    }
}
