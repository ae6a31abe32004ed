package dev.runner.worker.launcher;

import java.time.Duration;
import java.time.Instant;

/**
 * What the database's clock said at a moment of this process.
 *
 * @param nanos of a clock that nobody sets
 */
record DatabaseClock(Instant time, long nanos) {
    /** How much more time than here has passed there. */
    Duration gainedSince(DatabaseClock before) {
        return Duration.between(before.time, time).minusNanos(nanos - before.nanos);
    }
}
