package dev.runner.worker;

import dev.runner.config.Environment;
import dev.runner.startup.InstallationConfig;
import dev.runner.worker.launcher.LauncherConfig;
import dev.runner.worker.launcher.LauncherMode;
import java.util.Map;
import java.util.Set;

/** Everything the daemon is told from outside. */
public record WorkerConfig(InstallationConfig installation, LauncherConfig launcher) {
    /** Understood by the version that executes jobs; accepted now, so that one file serves both. */
    private static final Set<String> LATER = Set.of("RUNNER_DEFAULT_TIMEOUT_SECONDS");

    /**
     * Reads the settings from the process environment.
     *
     * @throws dev.runner.config.ConfigException with every problem
     */
    public static WorkerConfig load(Map<String, String> variables) {
        var env = new Environment(variables);
        var installation = InstallationConfig.read(env);
        var mode = env.parsed(
                "RUNNER_LAUNCHER_MODE",
                LauncherConfig.DEFAULT.mode(),
                value -> LauncherMode.of(value).orElseThrow(IllegalArgumentException::new),
                "exclusive or shared");
        int capacity = env.integer("RUNNER_MAX_CONCURRENCY", LauncherConfig.DEFAULT.capacity(), 1, 1000);
        boolean enabled = env.flag("RUNNER_ENABLED", LauncherConfig.DEFAULT.enabled());
        env.alsoKnown(InstallationConfig.API_ONLY);
        env.alsoKnown(LATER);
        return env.finish(() -> new WorkerConfig(installation.get(), new LauncherConfig(mode, capacity, enabled)));
    }
}
