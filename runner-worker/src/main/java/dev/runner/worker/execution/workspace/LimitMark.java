package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.util.UUID;

/**
 * A number by which everything an attempt starts is known: its limit on file locks, at which no kernel has looked since
 * version 2.4. Like every limit it is handed on, whatever a process does about its environment, session or parents;
 * without privileges it can only be lowered; and anybody may read it, even of a process that forbids to be looked into.
 */
final class LimitMark {
    /** For a process that has none. */
    static final long NONE = -1;

    /** Larger than any limit that somebody sets, and less than any shell takes for too large. */
    private static final long SMALLEST = 1L << 61;

    private static final String LIMIT = "Max file locks";
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private LimitMark() {}

    /** Never to be changed: workers of the next version look for what this one started. */
    static long of(AttemptKey key) {
        UUID job = key.jobId();
        long mixed =
                (job.getMostSignificantBits() ^ Long.rotateLeft(job.getLeastSignificantBits(), 32)) + key.attempt();
        mixed *= SPREAD;
        mixed ^= mixed >>> 32;
        return SMALLEST | (mixed & (SMALLEST - 1));
    }

    /** Reads {@code /proc/pid/limits}, where it stands in a table. */
    static long in(String limits) {
        int line = limits.indexOf(LIMIT);
        if (line < 0) {
            return NONE;
        }
        int start = line + LIMIT.length();
        while (start < limits.length() && limits.charAt(start) == ' ') {
            start++;
        }
        int end = start;
        while (end < limits.length() && Character.isDigit(limits.charAt(end))) {
            end++;
        }
        try {
            return Long.parseLong(limits, start, end, 10);
        } catch (NumberFormatException e) {
            // Unlimited, which is what nearly everybody has.
            return NONE;
        }
    }
}
