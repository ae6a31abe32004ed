package dev.runner.worker.execution.workspace;

/**
 * What one job may take of the machine, so that one that goes wild hits its own wall and nobody else's. 0 stands for no
 * limit.
 *
 * @param processes and threads that it may have at once
 * @param memoryBytes that all of it may use together; only a cgroup with a memory controller can see to that
 * @param openFiles of each of its processes
 */
public record JobLimits(int processes, long memoryBytes, int openFiles) {
    /**
     * More than builds and coding agents need and little enough that a few jobs at their limit leave the worker its own,
     * within what the unit and the image allow all together. How much memory is right nobody but the owner can know.
     */
    public static final JobLimits DEFAULT = new JobLimits(2048, 0, 16_384);

    public JobLimits {
        if (processes < 0 || memoryBytes < 0 || openFiles < 0) {
            throw new IllegalArgumentException(
                    "limits cannot be negative: %d, %d, %d".formatted(processes, memoryBytes, openFiles));
        }
    }
}
