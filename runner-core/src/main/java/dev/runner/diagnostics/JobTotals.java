package dev.runner.diagnostics;

/**
 * Figures about all jobs: how many are in which state now, and how many moves there ever were; and about what holds up
 * all of them.
 *
 * @param oldestWaitingSeconds for how long the earliest job that waits could have run already; 0 when none waits
 * @param oldestTransactionSeconds for how long the oldest transaction of the database has been open; 0 when none is
 */
public record JobTotals(
        long queued,
        long running,
        long starts,
        long successes,
        long failures,
        long timeouts,
        long cancellations,
        long oldestWaitingSeconds,
        long oldestTransactionSeconds,
        boolean launcherLockHeld) {
    public static final JobTotals NONE = new JobTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, false);
}
