package dev.runner.worker.launcher;

/**
 * How this worker takes part.
 *
 * @param capacity how many jobs it runs at once
 * @param enabled whether it may take jobs at all
 */
public record LauncherConfig(LauncherMode mode, int capacity, boolean enabled) {
    public static final LauncherConfig DEFAULT = new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true);

    public LauncherConfig {
        if (capacity < 1) {
            throw new IllegalArgumentException("capacity must be at least 1 but is " + capacity);
        }
    }
}
