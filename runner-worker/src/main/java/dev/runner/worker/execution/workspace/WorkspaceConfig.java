package dev.runner.worker.execution.workspace;

import dev.runner.repo.AllowedRepoPaths;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Where and within which limits local processes run.
 *
 * @param logDirectory job logs, and below {@code .control} what is needed to find attempts again
 * @param allowedPaths folders in which, links followed, a working directory must lie
 * @param stopGrace how long a job that exceeds its log may take to end by itself
 * @param limits what one job may take of the machine
 * @param cgroupRoot a cgroup (version 2) in which groups may be made, one for each attempt
 */
public record WorkspaceConfig(
        Path logDirectory,
        AllowedRepoPaths allowedPaths,
        long maxLogBytes,
        LogLimitPolicy logLimitPolicy,
        Duration stopGrace,
        JobLimits limits,
        Optional<Path> cgroupRoot) {
    public static final long DEFAULT_MAX_LOG_BYTES = 1L << 30;
    public static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(10);

    public WorkspaceConfig {
        logDirectory = logDirectory.toAbsolutePath().normalize();
        if (maxLogBytes < 1) {
            throw new IllegalArgumentException("a log must be allowed some bytes, not " + maxLogBytes);
        }
        if (stopGrace.isNegative()) {
            throw new IllegalArgumentException("a grace period cannot be negative: " + stopGrace);
        }
    }

    /** The defaults, and the worker's own cgroup where it has been delegated. */
    public static WorkspaceConfig of(Path logDirectory, AllowedRepoPaths allowedPaths) {
        return new WorkspaceConfig(
                logDirectory,
                allowedPaths,
                DEFAULT_MAX_LOG_BYTES,
                LogLimitPolicy.DISCARD,
                DEFAULT_STOP_GRACE,
                JobLimits.DEFAULT,
                Cgroup.delegated());
    }

    public WorkspaceConfig withLogLimit(long bytes, LogLimitPolicy policy) {
        return new WorkspaceConfig(logDirectory, allowedPaths, bytes, policy, stopGrace, limits, cgroupRoot);
    }

    public WorkspaceConfig withStopGrace(Duration grace) {
        return new WorkspaceConfig(logDirectory, allowedPaths, maxLogBytes, logLimitPolicy, grace, limits, cgroupRoot);
    }

    public WorkspaceConfig withLimits(JobLimits changed) {
        return new WorkspaceConfig(
                logDirectory, allowedPaths, maxLogBytes, logLimitPolicy, stopGrace, changed, cgroupRoot);
    }

    public WorkspaceConfig withCgroupRoot(Optional<Path> root) {
        return new WorkspaceConfig(logDirectory, allowedPaths, maxLogBytes, logLimitPolicy, stopGrace, limits, root);
    }

    /** The log of all attempts of a job. */
    public Path logFile(UUID jobId) {
        return logDirectory.resolve(jobId + ".log");
    }

    Path controlRoot() {
        return logDirectory.resolve(".control");
    }
}
