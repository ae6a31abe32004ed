package dev.runner.worker.faults;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Waits for something to be seen, with a deadline. What cannot be asked just now has not been seen yet. */
final class Until {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private Until() {}

    static void seen(String what, Duration limit, Callable<Boolean> condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        @Nullable Exception last = null;
        while (System.nanoTime() - deadline < 0) {
            try {
                if (condition.call()) {
                    return;
                }
                last = null;
            } catch (Exception e) {
                last = e;
            }
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting for: " + what);
            }
        }
        throw new AssertionError("not seen within %s: %s".formatted(limit, what), last);
    }

    /** Lets the others go on for a while: the length of a fault, never a way to wait for something. */
    static void passed(Duration time) throws InterruptedException {
        Thread.sleep(time);
    }
}
