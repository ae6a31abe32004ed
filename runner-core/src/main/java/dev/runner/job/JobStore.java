package dev.runner.job;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static dev.runner.db.generated.Tables.RUNNER_JOB_ATTEMPTS;
import static dev.runner.db.generated.Tables.RUNNER_JOB_EVENTS;

import dev.runner.db.generated.tables.records.RunnerJobsRecord;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.JSONB;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Reads jobs and what belongs to them. Thread-safe. */
public final class JobStore {
    private final DSLContext dsl;

    public JobStore(DSLContext dsl) {
        this.dsl = dsl;
    }

    public Optional<Job> find(UUID id) {
        return dsl.selectFrom(RUNNER_JOBS).where(RUNNER_JOBS.ID.eq(id)).fetchOptional(JobStore::toJob);
    }

    /** Where these jobs stand, in one statement; a job that does not exist is missing. */
    public Map<UUID, JobStatus> statuses(Collection<UUID> ids) {
        return dsl.select(RUNNER_JOBS.ID, RUNNER_JOBS.STATUS)
                .from(RUNNER_JOBS)
                // One parameter, however many ids: the statement stays the same and can be kept prepared.
                .where(RUNNER_JOBS.ID.eq(DSL.any(ids.toArray(UUID[]::new))))
                .fetchMap(RUNNER_JOBS.ID, row -> JobStatus.of(row.get(RUNNER_JOBS.STATUS)));
    }

    /** What happened to it, oldest first. */
    public List<JobEvent> events(UUID jobId) {
        return dsl.selectFrom(RUNNER_JOB_EVENTS)
                .where(RUNNER_JOB_EVENTS.JOB_ID.eq(jobId))
                .orderBy(RUNNER_JOB_EVENTS.CREATED_AT, RUNNER_JOB_EVENTS.ID)
                .fetch(row -> new JobEvent(
                        row.getId(),
                        row.getEventType(),
                        row.getMessage(),
                        row.getActor(),
                        row.getMetaJson().data(),
                        row.getCreatedAt()));
    }

    /** Its starts, first one first. */
    public List<JobAttempt> attempts(UUID jobId) {
        return dsl.selectFrom(RUNNER_JOB_ATTEMPTS)
                .where(RUNNER_JOB_ATTEMPTS.JOB_ID.eq(jobId))
                .orderBy(RUNNER_JOB_ATTEMPTS.ATTEMPT)
                .fetch(row -> new JobAttempt(
                        row.getAttempt(),
                        row.getWorkerId(),
                        row.getSelectedProvider(),
                        row.getFinalProvider(),
                        row.getProviderDispatchId(),
                        row.getWorkspaceIdentity(),
                        row.getDispatchStatus(),
                        row.getDispatchUncertain(),
                        row.getFallbackAttempted(),
                        row.getFallbackReason(),
                        row.getApiFailureCategory(),
                        row.getCliFallbackUsed(),
                        row.getCliPreflightPassed(),
                        row.getCreatedAt(),
                        row.getStartedAt(),
                        row.getFinishedAt(),
                        row.getExitCode(),
                        text(row.getResultJson())));
    }

    private static @Nullable String text(@Nullable JSONB json) {
        return json == null ? null : json.data();
    }

    /** A row of the table as a job. */
    public static Job toJob(RunnerJobsRecord row) {
        return new Job(
                row.getId(),
                row.getRepoId(),
                row.getScriptKey(),
                row.getArgsJson().data(),
                JobStatus.of(row.getStatus()),
                row.getRequestedBy(),
                row.getCreatedAt(),
                row.getStartedAt(),
                row.getFinishedAt(),
                row.getExitCode(),
                row.getErrorMessage(),
                row.getIdempotencyKey(),
                row.getQueue(),
                row.getPriority(),
                row.getAttempts(),
                row.getMaxAttempts(),
                row.getAvailableAt(),
                row.getTimeoutSeconds(),
                row.getProvider(),
                row.getRetryOf());
    }
}
