package dev.runner.api;

import dev.runner.api.auth.AuthSettings;
import dev.runner.api.stream.StreamLimits;
import dev.runner.api.web.WebFolder;
import dev.runner.config.Environment;
import dev.runner.job.QueueLimits;
import dev.runner.startup.InstallationConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Everything the API server is told from outside.
 *
 * @param port 0 lets the system choose
 * @param managementHost where metrics are served; loopback unless told otherwise
 * @param enabled whether new jobs are taken
 * @param webFolder the built front end, if there is one
 */
public record ApiConfig(
        InstallationConfig installation,
        AuthSettings auth,
        QueueLimits limits,
        StreamLimits streams,
        int defaultTimeoutSeconds,
        boolean enabled,
        String host,
        int port,
        String managementHost,
        int managementPort,
        Optional<Path> webFolder) {
    /** Where the start script says the distribution has its front end. */
    static final String WEB_PROPERTY = "runner.web";

    private static final int MAX_PORT = 65_535;
    private static final int DEFAULT_PORT = 8080;
    private static final int DEFAULT_MANAGEMENT_PORT = 9090;
    private static final int DEFAULT_TIMEOUT = 3600;
    private static final int WEEK = 7 * 24 * 3600;
    private static final int MANY = 10_000_000;

    /**
     * Reads the settings from the process environment.
     *
     * @throws dev.runner.config.ConfigException with every problem
     */
    public static ApiConfig load(Map<String, String> variables) {
        var env = new Environment(variables);
        var installation = InstallationConfig.read(env);
        var auth = AuthSettings.from(env);
        var limits = new QueueLimits(
                env.integer("RUNNER_MAX_QUEUE_SIZE", QueueLimits.DEFAULT.maxActive(), 1, MANY),
                env.integer("RUNNER_MAX_QUEUED_PER_USER", QueueLimits.DEFAULT.maxQueuedPerUser(), 1, MANY),
                env.flag("RUNNER_QUEUE_ENABLED", QueueLimits.DEFAULT.queueing()),
                env.integer("RUNNER_MAX_CONCURRENCY", QueueLimits.DEFAULT.slots(), 1, 1000));
        var streams = new StreamLimits(
                env.integer("RUNNER_MAX_STREAMS", StreamLimits.DEFAULT.total(), 1, MANY),
                env.integer("RUNNER_MAX_STREAMS_PER_USER", StreamLimits.DEFAULT.perPerson(), 1, MANY));
        int timeout = env.integer("RUNNER_DEFAULT_TIMEOUT_SECONDS", DEFAULT_TIMEOUT, 1, WEEK);
        boolean enabled = env.flag("RUNNER_ENABLED", true);
        String host = env.text("RUNNER_API_HOST", "127.0.0.1");
        int port = env.integer("RUNNER_API_PORT", DEFAULT_PORT, 0, MAX_PORT);
        String managementHost = env.text("RUNNER_MANAGEMENT_HOST", "127.0.0.1");
        int managementPort = env.integer("RUNNER_MANAGEMENT_PORT", DEFAULT_MANAGEMENT_PORT, 0, MAX_PORT);
        Optional<Path> web = env.parsed(
                "RUNNER_WEB_DIR",
                distributed(),
                folder -> Optional.of(frontEnd(folder)),
                "a folder with the built front end, with an index.html");
        env.alsoKnown(InstallationConfig.WORKER_ONLY);
        return env.finish(() -> new ApiConfig(
                installation.get(),
                auth,
                limits,
                streams,
                timeout,
                enabled,
                host,
                port,
                managementHost,
                managementPort,
                web));
    }

    private static Path frontEnd(String folder) {
        Path path = Path.of(folder);
        if (!WebFolder.isFrontEnd(path)) {
            throw new IllegalArgumentException("no front end");
        }
        return path;
    }

    /** Nobody asked for this one; without it the API serves all the same. */
    private static Optional<Path> distributed() {
        return Optional.ofNullable(System.getProperty(WEB_PROPERTY))
                .map(Path::of)
                .filter(WebFolder::isFrontEnd);
    }
}
