package dev.runner.worker.execution.workspace;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what only the operating system knows and announces to nobody. */
final class Waiting {
    private static final Duration BRIEFLY = Duration.ofSeconds(1);
    /** Short against any grace period, long against what one look costs. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);

    private Waiting() {}

    /** Whether the condition came true in time. An interrupt ends the waiting, and stays set. */
    static boolean until(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            try {
                Thread.sleep(BETWEEN_LOOKS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return condition.getAsBoolean();
            }
        }
        return true;
    }

    /** For what takes microseconds unless something is broken. */
    static boolean briefly(BooleanSupplier condition) {
        return until(BRIEFLY, condition);
    }
}
