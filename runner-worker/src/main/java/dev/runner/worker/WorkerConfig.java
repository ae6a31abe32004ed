package dev.runner.worker;

import dev.runner.config.Environment;
import dev.runner.startup.InstallationConfig;
import dev.runner.worker.execution.workspace.JobLimits;
import dev.runner.worker.launcher.LauncherConfig;
import dev.runner.worker.launcher.LauncherMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Everything the daemon is told from outside.
 *
 * @param jobLimits what one job may take of the machine
 * @param management where metrics are served; null for nowhere
 */
public record WorkerConfig(
        InstallationConfig installation,
        LauncherConfig launcher,
        long maxLogBytes,
        boolean stopAtLogLimit,
        long freeDiskFloor,
        JobLimits jobLimits,
        @Nullable Management management) {
    private static final int WEEK = 7 * 24 * 3600;
    private static final int MAX_PORT = 65_535;
    private static final long GIB = 1L << 30;
    private static final long DEFAULT_FLOOR_MIB = 256;

    /**
     * Reads the settings from the process environment.
     *
     * @throws dev.runner.config.ConfigException with every problem
     */
    public static WorkerConfig load(Map<String, String> variables) {
        return load(new Environment(variables));
    }

    /** The same from variables and whatever wins over them. */
    public static WorkerConfig load(Environment env) {
        var installation = InstallationConfig.read(env);
        var mode = env.parsed(
                "RUNNER_LAUNCHER_MODE",
                LauncherConfig.DEFAULT.mode(),
                value -> LauncherMode.of(value).orElseThrow(IllegalArgumentException::new),
                "exclusive or shared");
        int capacity = env.integer("RUNNER_MAX_CONCURRENCY", LauncherConfig.DEFAULT.capacity(), 1, 1000);
        boolean enabled = env.flag("RUNNER_ENABLED", LauncherConfig.DEFAULT.enabled());
        Set<String> queues = env.parsed(
                "RUNNER_QUEUES", LauncherConfig.DEFAULT.queues(), WorkerConfig::names, "names separated by commas");
        boolean drain = env.flag("RUNNER_DRAIN", LauncherConfig.DEFAULT.drain());
        long maxLog = env.parsed("RUNNER_MAX_LOG_BYTES", GIB, WorkerConfig::positive, "a number of bytes above 0");
        boolean stopAtLimit =
                env.parsed("RUNNER_LOG_LIMIT_POLICY", false, WorkerConfig::stops, "discard (the job goes on) or stop");
        int floor = env.integer("RUNNER_FREE_DISK_FLOOR_MIB", (int) DEFAULT_FLOOR_MIB, 0, 1 << 30);
        Duration lease = Duration.ofSeconds(env.integer(
                "RUNNER_LEASE_SECONDS", (int) LauncherConfig.DEFAULT.lease().toSeconds(), 10, 3600));
        int timeout =
                env.integer("RUNNER_DEFAULT_TIMEOUT_SECONDS", LauncherConfig.DEFAULT.defaultTimeoutSeconds(), 1, WEEK);
        var limits = new JobLimits(
                env.integer("RUNNER_JOB_MAX_PROCESSES", JobLimits.DEFAULT.processes(), 0, 1 << 22),
                env.parsed(
                        "RUNNER_JOB_MAX_MEMORY_BYTES",
                        JobLimits.DEFAULT.memoryBytes(),
                        WorkerConfig::notNegative,
                        "a number of bytes, or 0 for no limit"),
                env.integer("RUNNER_JOB_MAX_OPEN_FILES", JobLimits.DEFAULT.openFiles(), 0, 1 << 20));
        // Off unless told: a port of its own for each worker of a host is nothing a default can know.
        String host = env.text("RUNNER_MANAGEMENT_HOST", "127.0.0.1");
        int port = env.integer("RUNNER_WORKER_MANAGEMENT_PORT", -1, 0, MAX_PORT);
        env.alsoKnown(InstallationConfig.API_ONLY);
        return env.finish(() -> new WorkerConfig(
                installation.get(),
                new LauncherConfig(mode, capacity, enabled, queues, drain, lease, timeout),
                maxLog,
                stopAtLimit,
                (long) floor << 20,
                limits,
                port < 0 ? null : new Management(host, port)));
    }

    /**
     * Where metrics are served.
     *
     * @param port 0 lets the system choose
     */
    public record Management(String host, int port) {}

    private static Set<String> names(String value) {
        var names = Arrays.stream(value.split(",", -1)).map(String::strip).collect(Collectors.toUnmodifiableSet());
        if (names.contains("")) {
            throw new IllegalArgumentException("an empty name");
        }
        return names;
    }

    private static long positive(String value) {
        long number = Long.parseLong(value);
        if (number < 1) {
            throw new IllegalArgumentException("too small");
        }
        return number;
    }

    private static long notNegative(String value) {
        long number = Long.parseLong(value);
        if (number < 0) {
            throw new IllegalArgumentException("negative");
        }
        return number;
    }

    private static boolean stops(String value) {
        return switch (value) {
            case "stop" -> true;
            case "discard" -> false;
            default -> throw new IllegalArgumentException("unknown policy");
        };
    }
}
