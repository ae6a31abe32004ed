package dev.runner.job;

import dev.runner.db.TimeOrderedIds;
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
 * The statement that decides about one job, and what it decided.
 *
 * <p>Locks are taken first, then a second statement, whose snapshot is younger than the locks, reads the counters and
 * inserts if there is room. Both travel in one message, to save a round trip. The transaction around them is explicit:
 * a message alone would be one as well, but the driver sometimes splits a message, and the locks would end in between.
 *
 * <p>A limit is guarded by a lock of its own, in one of two ways. <em>Exclusive</em>: the others wait, the count is
 * exact, one may be added while it is below the limit. <em>Shared</em>: the others go on; of those no more can be
 * between their count and their commit than the server has connections, so one may be added while that many still fit.
 * Far from the limit nobody waits; near it everybody queues up. (Locks are always taken in the order key, person,
 * everybody, so that no two can wait for each other.)
 */
final class CreateStatement {
    /** Limits up to this are always counted exclusively: a server has about as many connections. */
    static final int MANY = 100;

    private static final int LOCK_KEY = 0x52554E01;
    private static final int LOCK_USER = 0x52554E02;
    private static final int LOCK_ALL = 0x52554E03;

    /** The job that a repeat means: a recent one, or an older one that is still active. */
    private static final String REPEAT = """
            SELECT id, idempotency_hash FROM runner_jobs
            WHERE requested_by = ? AND idempotency_key = ?
              AND (created_at > now() - interval '5 minutes' OR status IN ('queued', 'running', 'cancel_requested'))
            ORDER BY created_at DESC LIMIT 1""";

    private static final String NO_KEY = "SELECT NULL::uuid AS id, NULL::text AS idempotency_hash WHERE false";

    private static final String DECIDE = """
            WITH repeat AS ($repeat),
            load AS MATERIALIZED (
                SELECT coalesce(sum(value) FILTER (WHERE name LIKE 'status:%'), 0) AS active,
                       coalesce(sum(value) FILTER (WHERE name NOT LIKE 'status:%'), 0) AS queued_by_user,
                       current_setting('max_connections')::integer AS connections
                FROM runner_counters
                WHERE name IN ('status:queued', 'status:running', 'status:cancel_requested', ?)),
            job AS (
                INSERT INTO runner_jobs (id, repo_id, script_key, args_json, status, requested_by, idempotency_key,
                    idempotency_hash, queue, priority, max_attempts, available_at, timeout_seconds, provider, retry_of)
                SELECT ?, ?, ?, ?::jsonb, 'queued', ?, ?, ?, ?, ?, ?, coalesce(?::timestamptz, now()), ?, ?, ?
                FROM load
                WHERE NOT EXISTS (SELECT FROM repeat)
                  AND active + CASE WHEN ? THEN connections ELSE 1 END <= ?
                  AND queued_by_user + CASE WHEN ? THEN connections ELSE 1 END <= ?
                RETURNING id, created_at, available_at),
            event AS (
                INSERT INTO runner_job_events (job_id, event_type, message, actor, meta_json)
                SELECT id, 'job_created', ?, ?, ?::jsonb FROM job)
            SELECT repeat.id, repeat.idempotency_hash, active, queued_by_user, connections, job.created_at, job.available_at
            FROM load LEFT JOIN repeat ON true LEFT JOIN job ON true""";

    private static final String DECIDE_KEYED = DECIDE.replace("$repeat", REPEAT);
    private static final String DECIDE_UNKEYED = DECIDE.replace("$repeat", NO_KEY);

    private final JobRequest request;
    private final String hash;
    private final QueueLimits limits;
    private final boolean sharedActive;
    private final boolean sharedUser;

    CreateStatement(JobRequest request, String hash, QueueLimits limits, boolean sharedActive, boolean sharedUser) {
        this.request = request;
        this.hash = hash;
        this.limits = limits;
        this.sharedActive = sharedActive;
        this.sharedUser = sharedUser;
    }

    /**
     * What the statement found and did.
     *
     * @param repeatOf the job that the key already means
     * @param connections how many the server allows
     * @param job the new one, or null when nothing was inserted
     */
    record Decision(
            @Nullable UUID repeatOf,
            @Nullable String repeatHash,
            long active,
            long queuedByUser,
            int connections,
            @Nullable Job job) {}

    Decision run(DataSource dataSource) throws SQLException {
        UUID id = TimeOrderedIds.next();
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try (PreparedStatement statement = connection.prepareStatement(sql())) {
                bind(statement, id);
                statement.execute();
                statement.getMoreResults();
                try (ResultSet row = statement.getResultSet()) {
                    row.next();
                    Decision decision = read(row, id);
                    connection.commit();
                    return decision;
                }
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    static boolean isKeyCollision(SQLException e) {
        return e instanceof PSQLException violation
                && violation.getServerErrorMessage() != null
                && "uq_runner_jobs_idempotency_active"
                        .equals(violation.getServerErrorMessage().getConstraint());
    }

    private String sql() {
        boolean keyed = request.idempotencyKey() != null;
        return "SELECT "
                + (keyed ? "pg_advisory_xact_lock(?, ?), " : "")
                + (sharedUser ? "pg_advisory_xact_lock_shared(?, ?), " : "pg_advisory_xact_lock(?, ?), ")
                + (sharedActive ? "pg_advisory_xact_lock_shared(?, ?);\n" : "pg_advisory_xact_lock(?, ?);\n")
                + (keyed ? DECIDE_KEYED : DECIDE_UNKEYED);
    }

    private void bind(PreparedStatement statement, UUID id) throws SQLException {
        String key = request.idempotencyKey();
        String user = request.requestedBy();
        var script = request.script();
        int n = 0;
        if (key != null) {
            statement.setInt(++n, LOCK_KEY);
            statement.setInt(++n, 31 * user.hashCode() + key.hashCode());
        }
        statement.setInt(++n, LOCK_USER);
        statement.setInt(++n, user.hashCode());
        statement.setInt(++n, LOCK_ALL);
        statement.setInt(++n, 0);
        if (key != null) {
            statement.setString(++n, user);
            statement.setString(++n, key);
        }
        statement.setString(++n, "queued_by:" + user);
        statement.setObject(++n, id);
        statement.setObject(++n, request.repoId());
        statement.setString(++n, script.key());
        statement.setString(++n, request.arguments().toJson().toString());
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
        statement.setBoolean(++n, sharedActive);
        statement.setInt(++n, limits.effectiveMaxActive());
        statement.setBoolean(++n, sharedUser);
        statement.setInt(++n, limits.maxQueuedPerUser());
        statement.setString(++n, request.retryOf() == null ? "asked for" : "asked for again");
        statement.setString(++n, user);
        statement.setString(++n, request.origin());
    }

    private Decision read(ResultSet row, UUID id) throws SQLException {
        Timestamp createdAt = row.getTimestamp(6);
        return new Decision(
                row.getObject(1, UUID.class),
                row.getString(2),
                row.getLong(3),
                row.getLong(4),
                row.getInt(5),
                createdAt == null
                        ? null
                        : newJob(id, createdAt.toInstant(), row.getTimestamp(7).toInstant()));
    }

    private Job newJob(UUID id, Instant createdAt, Instant availableAt) {
        var script = request.script();
        return new Job(
                id,
                request.repoId(),
                script.key(),
                request.arguments().toJson().toString(),
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
