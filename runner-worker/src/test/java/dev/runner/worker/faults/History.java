package dev.runner.worker.faults;

import dev.runner.job.JobStatus;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a run, as it can be read afterwards.
 *
 * @param created jobs that whoever asked for them was told to exist
 * @param events in the order they were written
 * @param starts what the scripts wrote themselves, one line for each start
 * @param overlaps starts that found another attempt of their job, or something it left, still alive
 * @param cancels what those who canceled were told
 * @param alive jobs of which processes live
 * @param cap how many jobs may be active at once
 */
record History(
        Set<UUID> created,
        List<JobRow> jobs,
        List<AttemptRow> attempts,
        List<EventRow> events,
        List<Mark> starts,
        List<Mark> overlaps,
        List<CancelAnswer> cancels,
        Set<UUID> alive,
        int cap) {

    /** A job. {@code scriptCode}: what its script ends with when it is left alone. */
    record JobRow(
            UUID id,
            JobStatus status,
            @Nullable Integer exitCode,
            int scriptCode,
            int attempts,
            int maxAttempts,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable String lockedBy) {}

    record AttemptRow(
            UUID jobId,
            int attempt,
            @Nullable Instant startedAt,
            @Nullable Instant finishedAt,
            @Nullable Integer exitCode) {}

    /** @param givenBack of a requeue: nothing had been started, and the attempt does not count */
    record EventRow(long id, UUID jobId, String type, Instant at, boolean givenBack) {}

    /** An attempt, as a script names itself. */
    record Mark(UUID jobId, int attempt) {}

    /** @param told the job's status in the answer: canceled, cancel_requested, or how it had ended before */
    record CancelAnswer(UUID jobId, JobStatus told) {}
}
