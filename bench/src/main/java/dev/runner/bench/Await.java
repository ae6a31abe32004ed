package dev.runner.bench;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for other processes by looking again and again; what is measured is taken from what they noted themselves. */
final class Await {
    private static final Duration DEADLINE = Duration.ofMinutes(2);
    private static final Duration BETWEEN = Duration.ofMillis(20);

    private Await() {}

    static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + DEADLINE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                throw new IllegalStateException("%s did not come about within %s".formatted(what, DEADLINE));
            }
            LockSupport.parkNanos(BETWEEN.toNanos());
        }
    }

    /** Lets the machine come to rest, or a moment pass that is part of the measurement. */
    static void pause(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left; (left = end - System.nanoTime()) > 0; ) {
            LockSupport.parkNanos(left);
        }
    }
}
