package dev.runner.job;

import dev.runner.db.TimeOrderedIds;
import dev.runner.job.CreateOutcome.Created;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/**
 * The statement that decides about one job, and what it decided: a call of {@code runner_create_job}, which explains
 * itself where it is defined. One statement is one transaction here, and one round trip.
 */
final class CreateStatement {
    /** Limits up to this are always counted exclusively: a server has about as many connections. */
    static final int MANY = 100;

    private static final String CALL = """
            SELECT repo_changed, repeat_of, repeat_hash, active, queued_by_user, connections, created_at, available_at,
                running, workers, willing, slots, refusal
            FROM runner_create_job(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";

    private final JobRequest request;
    private final @Nullable String repoPath;
    private final String arguments;
    private final String hash;
    private final QueueLimits limits;
    private final boolean sharedActive;
    private final boolean sharedUser;

    CreateStatement(
            JobRequest request,
            @Nullable String repoPath,
            String hash,
            QueueLimits limits,
            boolean sharedActive,
            boolean sharedUser) {
        this.request = request;
        this.repoPath = repoPath;
        this.arguments = request.arguments().toJson().toString();
        this.hash = hash;
        this.limits = limits;
        this.sharedActive = sharedActive;
        this.sharedUser = sharedUser;
    }

    /**
     * What the statement found and did.
     *
     * @param repoChanged whether the repo was not as expected; then nothing else was looked at
     * @param repeatOf the job that the key already means
     * @param connections how many the server allows
     * @param created the new one, or null when nothing was inserted
     */
    record Decision(
            boolean repoChanged,
            @Nullable UUID repeatOf,
            @Nullable String repeatHash,
            long active,
            long queuedByUser,
            int connections,
            @Nullable Created created) {}

    Decision run(DataSource dataSource) throws SQLException {
        UUID id = TimeOrderedIds.next();
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(CALL)) {
            bind(statement, id);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return read(row, id);
            }
        }
    }

    static boolean isKeyCollision(SQLException e) {
        return e instanceof PSQLException violation
                && violation.getServerErrorMessage() != null
                && "uq_runner_jobs_idempotency_active"
                        .equals(violation.getServerErrorMessage().getConstraint());
    }

    private void bind(PreparedStatement statement, UUID id) throws SQLException {
        String key = request.idempotencyKey();
        String user = request.requestedBy();
        var script = request.script();
        int n = 0;
        statement.setObject(++n, id);
        statement.setObject(++n, request.repoId());
        statement.setString(++n, script.key());
        statement.setString(++n, arguments);
        statement.setString(++n, user);
        statement.setString(++n, key);
        statement.setString(++n, hash);
        statement.setString(++n, script.queue());
        statement.setInt(++n, request.priority());
        statement.setInt(++n, script.maxAttempts());
        statement.setTimestamp(++n, request.notBefore() == null ? null : Timestamp.from(request.notBefore()));
        statement.setInt(++n, request.timeoutSeconds());
        statement.setString(++n, script.provider());
        statement.setObject(++n, request.retryOf(), Types.OTHER);
        statement.setString(++n, request.retryOf() == null ? "asked for" : "asked for again");
        statement.setString(++n, request.origin());
        statement.setString(++n, repoPath);
        statement.setInt(++n, key == null ? 0 : 31 * user.hashCode() + key.hashCode());
        statement.setInt(++n, user.hashCode());
        statement.setInt(++n, limits.effectiveMaxActive());
        statement.setBoolean(++n, sharedActive);
        statement.setInt(++n, limits.maxQueuedPerUser());
        statement.setBoolean(++n, sharedUser);
    }

    private Decision read(ResultSet row, UUID id) throws SQLException {
        Timestamp createdAt = row.getTimestamp(7);
        long active = row.getLong(4);
        return new Decision(
                row.getBoolean(1),
                row.getObject(2, UUID.class),
                row.getString(3),
                active,
                row.getLong(5),
                row.getInt(6),
                createdAt == null ? null : created(row, id, createdAt.toInstant(), active));
    }

    private Created created(ResultSet row, UUID id, Instant createdAt, long active) throws SQLException {
        var situation = new Situation(
                createdAt, row.getLong(9), row.getLong(10), row.getLong(11), row.getLong(12), row.getString(13));
        return new Created(newJob(id, createdAt, row.getTimestamp(8).toInstant()), active, situation);
    }

    private Job newJob(UUID id, Instant createdAt, Instant availableAt) {
        var script = request.script();
        return new Job(
                id,
                request.repoId(),
                script.key(),
                arguments,
                JobStatus.QUEUED,
                request.requestedBy(),
                createdAt,
                null,
                null,
                null,
                null,
                request.idempotencyKey(),
                script.queue(),
                request.priority(),
                0,
                script.maxAttempts(),
                availableAt,
                request.timeoutSeconds(),
                script.provider(),
                request.retryOf());
    }
}
