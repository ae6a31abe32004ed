package dev.runner.registry;

import java.util.List;
import java.util.OptionalInt;

/**
 * How a script is run, as opposed to what is run.
 *
 * @param timeoutSeconds empty: the deployment's default timeout applies
 * @param concurrencyLimit empty: only the worker's own limit applies
 * @param maxAttempts how often a job may be started, counting the first time
 * @param retryOnFailure whether a failed run is tried again as well, not only one that was lost with its worker
 */
public record ScriptPolicy(
        OptionalInt timeoutSeconds,
        OptionalInt concurrencyLimit,
        int maxAttempts,
        boolean retryOnFailure,
        String provider,
        String queue) {
    public static final String DEFAULT_PROVIDER = "workspace";
    public static final String DEFAULT_QUEUE = "default";

    static final List<String> PROVIDERS = List.of("workspace", "docker", "kubernetes");

    public ScriptPolicy {
        require(timeoutSeconds.orElse(1) > 0, "timeoutSeconds must be positive");
        require(concurrencyLimit.orElse(1) > 0, "concurrencyLimit must be positive");
        require(maxAttempts > 0, "maxAttempts must be positive");
        require(PROVIDERS.contains(provider), "unknown provider");
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}
