package dev.runner.worker.launcher;

import java.util.Set;

/**
 * How this worker takes part.
 *
 * @param capacity how many jobs it runs at once
 * @param enabled whether it may take jobs at all
 * @param queues whose jobs it takes
 * @param drain whether jobs go on running when the worker stops, to be adopted by the next one; otherwise they are canceled
 */
public record LauncherConfig(LauncherMode mode, int capacity, boolean enabled, Set<String> queues, boolean drain) {
    public static final LauncherConfig DEFAULT =
            new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true);

    public LauncherConfig {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1 but is " + capacity);
        }
        queues = Set.copyOf(queues);
    }
}
