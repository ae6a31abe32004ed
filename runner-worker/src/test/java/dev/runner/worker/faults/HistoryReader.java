package dev.runner.worker.faults;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static dev.runner.db.generated.Tables.RUNNER_JOB_ATTEMPTS;
import static dev.runner.db.generated.Tables.RUNNER_JOB_EVENTS;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.runner.job.JobStatus;
import dev.runner.registry.StrictJson;
import dev.runner.worker.faults.History.AttemptRow;
import dev.runner.worker.faults.History.CancelAnswer;
import dev.runner.worker.faults.History.EventRow;
import dev.runner.worker.faults.History.JobRow;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;

/** Reads the whole history of a site. */
final class HistoryReader {
    private final DSLContext dsl;

    HistoryReader(DSLContext dsl) {
        this.dsl = dsl;
    }

    History read(Set<UUID> created, Workspace workspace, List<CancelAnswer> cancels, Set<UUID> alive, int cap)
            throws IOException {
        return new History(
                Set.copyOf(created),
                jobs(),
                attempts(),
                events(),
                workspace.starts(),
                workspace.overlaps(),
                cancels,
                alive,
                cap);
    }

    private List<JobRow> jobs() {
        return dsl.selectFrom(RUNNER_JOBS)
                .fetch(row -> new JobRow(
                        row.getId(),
                        JobStatus.of(row.getStatus()),
                        row.getExitCode(),
                        code(row.getArgsJson().data()),
                        row.getAttempts(),
                        row.getMaxAttempts(),
                        row.getStartedAt(),
                        row.getFinishedAt(),
                        row.getLockedBy()));
    }

    private static int code(String args) {
        try {
            return StrictJson.mapper().readTree(args).path("code").asInt();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(args, e);
        }
    }

    private List<AttemptRow> attempts() {
        return dsl.selectFrom(RUNNER_JOB_ATTEMPTS)
                .fetch(row -> new AttemptRow(
                        row.getJobId(), row.getAttempt(), row.getStartedAt(), row.getFinishedAt(), row.getExitCode()));
    }

    private List<EventRow> events() {
        return dsl.selectFrom(RUNNER_JOB_EVENTS)
                .orderBy(RUNNER_JOB_EVENTS.ID)
                .fetch(row -> new EventRow(
                        row.getId(),
                        row.getJobId(),
                        row.getEventType(),
                        row.getCreatedAt(),
                        row.getMessage().startsWith("given back")));
    }
}
