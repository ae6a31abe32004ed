package dev.runner.worker.execution;

import java.util.List;
import java.util.Optional;

/**
 * The end of an attempt, told once, after everything it had started was ended as well.
 *
 * @param finding {@link Finding.Ended} or {@link Finding.Gone}
 * @param stoppedBy the limit for which the provider itself stopped it
 * @param leaked processes that could not be ended in time, such as those in uninterruptible sleep
 */
public record Ending(AttemptKey key, Finding finding, Optional<Limit> stoppedBy, List<Long> leaked) {
    public Ending {
        leaked = List.copyOf(leaked);
        if (finding instanceof Finding.Running) {
            throw new IllegalArgumentException(key + " has not ended");
        }
    }

    /** Limits that a provider enforces by itself. */
    public enum Limit {
        LOG_LIMIT
    }
}
