package dev.runner.diagnostics;

/** Figures about all jobs: how many are in which state now, and how many moves there ever were. */
public record JobTotals(
        long queued,
        long running,
        long starts,
        long failures,
        long timeouts,
        long cancellations,
        boolean launcherLockHeld) {
    public static final JobTotals NONE = new JobTotals(0, 0, 0, 0, 0, 0, false);
}
