package dev.runner.stats;

import org.jspecify.annotations.Nullable;

/** Counts and sums of finished jobs, to which others can be added. Not thread-safe. */
final class Tally {
    private long finished;
    private long success;
    private long failed;
    private long canceled;
    private long started;
    private long waits;
    private double seconds;
    private double waited;

    /**
     * What one statement counted.
     *
     * @param started how many of them ever started, which took {@code seconds} altogether
     * @param waits of how many the wait is known, which were {@code waited} seconds altogether
     */
    record Counts(
            long finished,
            long success,
            long failed,
            long canceled,
            long started,
            double seconds,
            long waits,
            double waited) {}

    void add(Counts counts) {
        finished += counts.finished();
        success += counts.success();
        failed += counts.failed();
        canceled += counts.canceled();
        started += counts.started();
        seconds += counts.seconds();
        waits += counts.waits();
        waited += counts.waited();
    }

    long finished() {
        return finished;
    }

    long success() {
        return success;
    }

    long failed() {
        return failed;
    }

    long canceled() {
        return canceled;
    }

    /** The only other way to end. */
    long timeout() {
        return finished - success - failed - canceled;
    }

    @Nullable
    Double failureRate() {
        long ended = finished - canceled;
        return ended == 0 ? null : rounded((double) (failed + timeout()) / ended, 10_000);
    }

    @Nullable
    Double averageWait() {
        return waits == 0 ? null : seconds(waited / waits);
    }

    @Nullable
    Double averageDuration() {
        return started == 0 ? null : seconds(seconds / started);
    }

    /** Milliseconds are exact enough, and a sum in another order must not look like another figure. */
    static double seconds(double exact) {
        return rounded(exact, 1000);
    }

    private static double rounded(double exact, int parts) {
        return Math.round(exact * parts) / (double) parts;
    }
}
