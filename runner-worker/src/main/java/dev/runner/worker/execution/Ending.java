package dev.runner.worker.execution;

import java.util.List;
import java.util.Optional;

/**
 * The end of an attempt, told once, after everything it had started was ended as well.
 *
 * @param finding {@link Finding.Ended} or {@link Finding.Gone}
 * @param stoppedBy the limit for which it was stopped, also by a worker that did not live to see its end
 * @param leaked processes that could not be ended in time, such as those in uninterruptible sleep
 */
public record Ending(AttemptKey key, Finding finding, Optional<Limit> stoppedBy, List<Long> leaked) {
    public Ending {
        leaked = List.copyOf(leaked);
        if (finding instanceof Finding.Running || finding instanceof Finding.Foreign) {
            throw new IllegalArgumentException(key + " is not known to have ended");
        }
    }

    /** Limits for which it is ended from outside. */
    public enum Limit {
        TIME_LIMIT,
        LOG_LIMIT,
        /** It used more memory than a job may, and the kernel ended something of it. */
        MEMORY_LIMIT,
        /** It was killed while the kernel ended processes because the machine had no memory left. */
        MEMORY_SHORTAGE
    }
}
