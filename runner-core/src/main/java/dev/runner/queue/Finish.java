package dev.runner.queue;

import dev.runner.job.Transition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How an attempt ended, as it is to be recorded.
 *
 * @param move which of the worker's final moves this is
 * @param finishedAt when the process ended; null for "now", by the database's clock
 * @param resultJson the attempt's result in the form of the execution contract
 * @param leaked pids of what it had started and nobody could end
 */
public record Finish(
        Transition move,
        String eventType,
        String message,
        @Nullable Integer exitCode,
        @Nullable String errorMessage,
        @Nullable Instant finishedAt,
        @Nullable String resultJson,
        List<Long> leaked) {

    public Finish {
        if (move.mover() != Transition.Mover.WORKER || !move.to().isTerminal()) {
            throw new IllegalArgumentException(move + " does not end a job");
        }
        leaked = List.copyOf(leaked);
    }

    /** Of an attempt of which nothing is left. */
    public Finish(
            Transition move,
            String eventType,
            String message,
            @Nullable Integer exitCode,
            @Nullable String errorMessage,
            @Nullable Instant finishedAt,
            @Nullable String resultJson) {
        this(move, eventType, message, exitCode, errorMessage, finishedAt, resultJson, List.of());
    }
}
