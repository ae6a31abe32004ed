package dev.runner.api.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.runner.job.Job;
import dev.runner.job.JobAttempt;
import dev.runner.job.JobEvent;
import dev.runner.job.Waiting;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A job as the API shows it. Where its log lies on disk is nobody's business but the server's. */
record JobView(
        UUID id,
        UUID repoId,
        String scriptKey,
        @JsonRawValue String args,
        String status,
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
        @Nullable UUID retryOf,
        @Nullable WaitingView waiting) {

    static JobView of(Job job, @Nullable Waiting waiting) {
        return new JobView(
                job.id(),
                job.repoId(),
                job.scriptKey(),
                job.argsJson(),
                job.status().text(),
                job.requestedBy(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.exitCode(),
                job.errorMessage(),
                job.idempotencyKey(),
                job.queue(),
                job.priority(),
                job.attempts(),
                job.maxAttempts(),
                job.availableAt(),
                job.timeoutSeconds(),
                job.provider(),
                job.retryOf(),
                waiting == null ? null : WaitingView.of(waiting));
    }

    /** Why it has not started. */
    record WaitingView(String reason, @Nullable Long position, String detail) {
        static WaitingView of(Waiting waiting) {
            return new WaitingView(waiting.reason().text(), waiting.position(), waiting.detail());
        }
    }

    /** The answer to a create: the job, and whether an earlier request made it. */
    record Accepted(@JsonUnwrapped JobView job, boolean deduplicated) {}

    /** One job with everything that happened to it. */
    record Detail(@JsonUnwrapped JobView job, List<EventView> events, List<AttemptView> attemptHistory) {}

    record EventView(
            long id,
            String eventType,
            String message,
            @Nullable String actor,
            @JsonRawValue String meta,
            Instant createdAt) {
        static EventView of(JobEvent event) {
            return new EventView(
                    event.id(), event.eventType(), event.message(), event.actor(), event.metaJson(), event.createdAt());
        }
    }

    record AttemptView(
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
            @JsonRawValue @JsonInclude @Nullable String result) {
        static AttemptView of(JobAttempt a) {
            return new AttemptView(
                    a.attempt(),
                    a.workerId(),
                    a.selectedProvider(),
                    a.finalProvider(),
                    a.providerDispatchId(),
                    a.workspaceIdentity(),
                    a.dispatchStatus(),
                    a.dispatchUncertain(),
                    a.fallbackAttempted(),
                    a.fallbackReason(),
                    a.apiFailureCategory(),
                    a.cliFallbackUsed(),
                    a.cliPreflightPassed(),
                    a.createdAt(),
                    a.startedAt(),
                    a.finishedAt(),
                    a.exitCode(),
                    a.resultJson());
        }
    }

    /** A page of jobs. */
    record ListView(List<JobView> items, long total, int limit, long offset) {}
}
