package dev.runner.worker.launcher;

import dev.runner.queue.JobLeases;
import java.time.Duration;
import java.util.Set;

/**
 * How this worker takes part.
 *
 * @param capacity how many jobs it runs at once
 * @param enabled whether it may take jobs at all
 * @param queues whose jobs it takes
 * @param drain whether jobs go on running when the worker stops, to be adopted by the next one; otherwise they are canceled
 * @param lease how long a job stays this worker's own without a heartbeat
 * @param defaultTimeoutSeconds how long jobs of scripts without a limit of their own may run
 */
public record LauncherConfig(
        LauncherMode mode,
        int capacity,
        boolean enabled,
        Set<String> queues,
        boolean drain,
        Duration lease,
        int defaultTimeoutSeconds) {
    private static final int DEFAULT_TIMEOUT_SECONDS = 3600;
    private static final Duration LONGEST_HEARTBEAT = Duration.ofSeconds(30);

    public static final LauncherConfig DEFAULT =
            new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE);

    public LauncherConfig {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1 but is " + capacity);
        }
        if (defaultTimeoutSeconds < 1) {
            throw new IllegalArgumentException("a job needs some time, not " + defaultTimeoutSeconds);
        }
        queues = Set.copyOf(queues);
    }

    /** With the default for what jobs may take. */
    public LauncherConfig(
            LauncherMode mode, int capacity, boolean enabled, Set<String> queues, boolean drain, Duration lease) {
        this(mode, capacity, enabled, queues, drain, lease, DEFAULT_TIMEOUT_SECONDS);
    }

    /**
     * Often enough that one lost heartbeat, or two, cost nothing; and that the worker counts as alive, which it does for
     * two minutes after each, however long leases are.
     */
    Duration heartbeat() {
        Duration quarter = lease.dividedBy(4);
        return quarter.compareTo(LONGEST_HEARTBEAT) < 0 ? quarter : LONGEST_HEARTBEAT;
    }

    /** How old a lease may become before what it stands for is ended: there must be time left to end it. */
    Duration fence() {
        Duration margin = JobRunner.GRACE.plusSeconds(5);
        Duration half = lease.dividedBy(2);
        return lease.minus(margin.compareTo(half) < 0 ? margin : half);
    }
}
