package dev.runner.worker.launcher;

import dev.runner.job.Job;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;

/**
 * How long and how often a job may run: what its row says, but no more than the whitelist allows now. A row may have been
 * tampered with, or be older than a change of the whitelist; either can only make it stricter.
 *
 * @param defaultTimeoutSeconds for scripts that have no limit of their own
 */
record JobPolicy(Registry registry, int defaultTimeoutSeconds) {
    int timeoutSeconds(Job job) {
        int allowed = registry.find(job.scriptKey())
                .map(script -> script.timeoutSeconds().orElse(defaultTimeoutSeconds))
                .orElse(defaultTimeoutSeconds);
        Integer asked = job.timeoutSeconds();
        return asked == null ? allowed : Math.min(asked, allowed);
    }

    boolean allowsAnotherAttempt(Job job) {
        int allowed = registry.find(job.scriptKey()).map(Script::maxAttempts).orElse(job.maxAttempts());
        return job.attempts() < Math.min(job.maxAttempts(), allowed);
    }

    boolean retriesFailures(Job job) {
        return registry.find(job.scriptKey()).map(Script::retryOnFailure).orElse(false);
    }
}
