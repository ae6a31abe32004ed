package dev.runner.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One start of a job: where it went and how it ended. */
public record JobAttempt(
        int attempt,
        String workerId,
        String selectedProvider,
        @Nullable String finalProvider,
        @Nullable String providerDispatchId,
        @Nullable String workspaceIdentity,
        String dispatchStatus,
        boolean dispatchUncertain,
        boolean fallbackAttempted,
        @Nullable String fallbackReason,
        @Nullable String apiFailureCategory,
        boolean cliFallbackUsed,
        @Nullable Boolean cliPreflightPassed,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt,
        @Nullable Integer exitCode,
        @Nullable String resultJson) {}
