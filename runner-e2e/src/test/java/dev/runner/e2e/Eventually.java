package dev.runner.e2e;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits for what another process will bring about, by asking it again and again until a deadline. */
final class Eventually {
    private static final Duration DEADLINE = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private Eventually() {}

    /** The first value that fits; the last one seen is in the failure. */
    static <T> T get(String what, Supplier<T> question, Predicate<T> fits) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        T seen = question.get();
        while (!fits.test(seen)) {
            if (System.nanoTime() - deadline >= 0) {
                throw new AssertionError(
                        "%s did not come about within %s; last seen: %s".formatted(what, DEADLINE, seen));
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
            seen = question.get();
        }
        return seen;
    }

    static void is(String what, Supplier<Boolean> question) {
        get(what, question, answer -> answer);
    }
}
