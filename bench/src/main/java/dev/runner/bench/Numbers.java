package dev.runner.bench;

import java.util.Arrays;

/** What is told of many values. */
final class Numbers {
    private Numbers() {}

    static double median(double[] values) {
        return percentile(values, 50);
    }

    /** The value below which that share of all values lies. */
    static double percentile(double[] values, int percent) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    static double largest(double[] values) {
        return percentile(values, 100);
    }
}
