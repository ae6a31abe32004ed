package dev.runner.worker.launcher;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a lost attempt waits before the next: doubling, capped, and spread, so that a crash is not echoed. */
final class Backoff {
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final int DOUBLINGS = 10;

    private final RandomGenerator random;

    Backoff(RandomGenerator random) {
        this.random = random;
    }

    /** Between half and the whole of the pause after that many attempts. */
    Duration after(int attempts) {
        Duration full = FIRST.multipliedBy(1L << Math.min(attempts - 1, DOUBLINGS));
        long millis = Math.min(full.toMillis(), LONGEST.toMillis());
        return Duration.ofMillis(millis / 2 + random.nextLong(millis / 2 + 1));
    }
}
