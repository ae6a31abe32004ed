package dev.runner.diagnostics;

/**
 * Figures about all jobs: how many are in which state now, and how many moves there ever were.
 *
 * @param oldestWaitingSeconds for how long the earliest job that waits could have run already; 0 when none waits
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
        boolean launcherLockHeld) {
    public static final JobTotals NONE = new JobTotals(0, 0, 0, 0, 0, 0, 0, 0, false);
}
