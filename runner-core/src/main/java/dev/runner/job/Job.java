package dev.runner.job;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job as it was when it was read.
 *
 * @param argsJson the normalised arguments, defaults written out
 * @param attempts how often it was started
 * @param availableAt not started before this time
 */
public record Job(
        UUID id,
        UUID repoId,
        String scriptKey,
        String argsJson,
        JobStatus status,
        String requestedBy,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Integer exitCode,
        @Nullable String errorMessage,
        @Nullable String idempotencyKey,
        String queue,
        int priority,
        int attempts,
        int maxAttempts,
        Instant availableAt,
        @Nullable Integer timeoutSeconds,
        String provider,
        @Nullable UUID retryOf) {}
