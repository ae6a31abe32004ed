package dev.runner.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Something that happened to a job, kept for good. The actor is a person's name or {@code system}. */
public record JobEvent(
        long id, String eventType, String message, @Nullable String actor, String metaJson, Instant createdAt) {
    public static final String CREATED = "job_created";
    public static final String CANCEL_REQUESTED = "job_cancel_requested";
    public static final String CANCELED = "job_canceled";
}
