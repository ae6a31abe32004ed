package dev.runner.diagnostics;

import static dev.runner.db.generated.Tables.RUNNER_COUNTERS;
import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.val;

import dev.runner.db.migration.SchemaState;
import dev.runner.job.JobStatus;
import dev.runner.queue.LauncherLock;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.ResultQuery;
import org.jspecify.annotations.Nullable;

/** Reads how the installation is doing. Thread-safe. */
public final class Diagnostics {
    /** Workers that were not seen for longer are history, not news. */
    private static final String SHOWN = "last_seen_at > now() - interval '1 day'";

    private final DSLContext dsl;

    public Diagnostics(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * A picture of one moment.
     *
     * @param queueDepth how many jobs are in each status
     * @param oldestWaiting the job that could have started longest ago, if any waits
     * @param passedOver the job at the head of the line that has waited for more than a minute although no other of its
     *     script runs, so that no limit of the script explains it, and its queue is served
     * @param unserved queues of which nobody takes the jobs that wait in them
     */
    public record Picture(
            String schemaVersion,
            Launcher launcherLock,
            List<Worker> workers,
            Map<String, Long> queueDepth,
            @Nullable OldestWaiting oldestWaiting,
            @Nullable PassedOver passedOver,
            List<UnservedQueue> unserved,
            Instant databaseTime) {
        public Picture {
            workers = List.copyOf(workers);
            unserved = List.copyOf(unserved);
        }
    }

    /** Who holds the launcher lock. */
    public record Launcher(boolean held, @Nullable String workerId) {}

    /**
     * A worker seen within a day; alive when seen within two minutes and not stopped.
     *
     * @param queues whose jobs it takes; null when it did not tell
     * @param running how many jobs it has in hand
     * @param launcher whether it holds the launcher lock
     * @param diskFreeBytes where it writes logs; null, as the other two, when it did not tell
     * @param diskFloorBytes what must stay free there
     */
    public record Worker(
            String id,
            String host,
            String version,
            String mode,
            int capacity,
            @Nullable List<String> queues,
            @Nullable String refusingReason,
            Instant startedAt,
            Instant lastSeenAt,
            @Nullable Instant stoppedAt,
            boolean alive,
            int running,
            boolean launcher,
            @Nullable Long diskFreeBytes,
            @Nullable Long diskTotalBytes,
            @Nullable Long diskFloorBytes) {
        /** Whether it takes jobs of that queue; one of an earlier version may, as far as anybody knows. */
        boolean serves(String queue) {
            return queues == null || queues.contains(queue);
        }
    }

    /** The head of the line. */
    public record OldestWaiting(UUID jobId, String scriptKey, Instant availableAt, long waitingSeconds) {}

    /** A job that nothing seems to keep from running. */
    public record PassedOver(UUID jobId, String scriptKey, String queue, long waitingSeconds) {}

    /** A queue with jobs that could run, and nobody to take them. */
    public record UnservedQueue(String queue, long jobs) {}

    /**
     * A job that some worker has in hand.
     *
     * @param workerId null when it has no owner, and waits to be healed
     * @param ageSeconds for how long the present attempt has been running
     */
    public record RunningJob(
            UUID jobId,
            String scriptKey,
            String requestedBy,
            String status,
            int attempt,
            @Nullable String workerId,
            Instant startedAt,
            long ageSeconds) {}

    /** The jobs that run or are being canceled, those that run longest first. */
    public List<RunningJob> running(int limit) {
        return dsl.resultQuery("""
                        SELECT j.id, j.script_key, j.requested_by, j.status, j.attempts, j.locked_by,
                            s.at, extract(epoch FROM now() - s.at)::bigint
                        FROM runner_jobs j
                        LEFT JOIN runner_job_attempts a ON a.job_id = j.id AND a.attempt = j.attempts
                        CROSS JOIN LATERAL (SELECT coalesce(a.started_at, j.started_at) AS at) s
                        WHERE j.status IN ('running', 'cancel_requested')
                        ORDER BY s.at, j.id LIMIT {0}""", val(limit))
                .fetch(row -> new RunningJob(
                        row.get(0, UUID.class),
                        row.get(1, String.class),
                        row.get(2, String.class),
                        row.get(3, String.class),
                        row.get(4, Integer.class),
                        row.get(5, String.class),
                        row.get(6, Instant.class),
                        row.get(7, Long.class)));
    }

    public Picture read() {
        String holder = LauncherLock.holder(dsl).orElse(null);
        List<Worker> workers = workers(holder);
        var served = ServedQueues.by(workers);
        return new Picture(
                schemaVersion(),
                new Launcher(holder != null, holder),
                workers,
                queueDepth(),
                oldestWaiting(),
                passedOver(served),
                unserved(served),
                dsl.fetchSingle("SELECT now()").get(0, Instant.class));
    }

    public String schemaVersion() {
        Object version = dsl.fetchValue(
                "SELECT version FROM flyway_schema_history WHERE success ORDER BY installed_rank DESC LIMIT 1");
        return version == null ? SchemaState.NONE : version.toString();
    }

    public JobTotals totals() {
        Map<String, Long> counters = counters();
        return new JobTotals(
                counters.getOrDefault("status:queued", 0L),
                counters.getOrDefault("status:running", 0L) + counters.getOrDefault("status:cancel_requested", 0L),
                counters.getOrDefault("moved_to:running", 0L),
                counters.getOrDefault("moved_to:success", 0L),
                counters.getOrDefault("moved_to:failed", 0L),
                counters.getOrDefault("moved_to:timeout", 0L),
                counters.getOrDefault("moved_to:canceled", 0L),
                oldestWaitingSeconds(),
                LauncherLock.holder(dsl).isPresent());
    }

    /** In the order of creation, which has an index: this is asked at every scrape, however long the queue is. */
    private long oldestWaitingSeconds() {
        return dsl.resultQuery("""
                        SELECT extract(epoch FROM now() - available_at)::bigint
                        FROM runner_jobs WHERE status = 'queued' AND available_at <= now()
                        ORDER BY created_at, id LIMIT 1""").fetchOptional(0, Long.class).orElse(0L);
    }

    private Map<String, Long> counters() {
        var total = sum(RUNNER_COUNTERS.VALUE).as("total");
        return dsl
                .select(RUNNER_COUNTERS.NAME, total)
                .from(RUNNER_COUNTERS)
                .where(RUNNER_COUNTERS.NAME.notLike("queued_by:%"))
                .groupBy(RUNNER_COUNTERS.NAME)
                .fetchMap(RUNNER_COUNTERS.NAME, total)
                .entrySet()
                .stream()
                .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, e -> exact(e.getValue())));
    }

    private static long exact(BigDecimal value) {
        return value.longValueExact();
    }

    private Map<String, Long> queueDepth() {
        Map<String, Long> counters = counters();
        var depth = new LinkedHashMap<String, Long>();
        for (JobStatus status : JobStatus.values()) {
            depth.put(status.text(), counters.getOrDefault("status:" + status.text(), 0L));
        }
        return depth;
    }

    private List<Worker> workers(@Nullable String launcher) {
        var running = field(
                        "(SELECT count(*) FROM runner_jobs j"
                                + " WHERE j.locked_by = runner_workers.id AND j.status IN ('running', 'cancel_requested'))",
                        Integer.class)
                .as("running");
        return dsl.select(RUNNER_WORKERS.asterisk())
                .select(running)
                .select(field("stopped_at IS NULL AND last_seen_at > now() - interval '2 minutes'", Boolean.class)
                        .as("alive"))
                .from(RUNNER_WORKERS)
                .where(SHOWN)
                .orderBy(RUNNER_WORKERS.STARTED_AT.desc())
                .limit(100)
                .fetch(row -> new Worker(
                        row.get(RUNNER_WORKERS.ID),
                        row.get(RUNNER_WORKERS.HOST),
                        row.get(RUNNER_WORKERS.VERSION),
                        row.get(RUNNER_WORKERS.MODE),
                        row.get(RUNNER_WORKERS.CAPACITY),
                        queues(row.get(RUNNER_WORKERS.QUEUES)),
                        row.get(RUNNER_WORKERS.REFUSING_REASON),
                        row.get(RUNNER_WORKERS.STARTED_AT),
                        row.get(RUNNER_WORKERS.LAST_SEEN_AT),
                        row.get(RUNNER_WORKERS.STOPPED_AT),
                        row.get("alive", Boolean.class),
                        row.get(running),
                        row.get(RUNNER_WORKERS.ID).equals(launcher),
                        row.get(RUNNER_WORKERS.DISK_FREE_BYTES),
                        row.get(RUNNER_WORKERS.DISK_TOTAL_BYTES),
                        row.get(RUNNER_WORKERS.DISK_FLOOR_BYTES)));
    }

    private static @Nullable List<String> queues(String @Nullable [] names) {
        return names == null ? null : Arrays.stream(names).sorted().toList();
    }

    private @Nullable OldestWaiting oldestWaiting() {
        return waiting(dsl.resultQuery("""
                SELECT id, script_key, available_at, extract(epoch FROM now() - available_at)::bigint
                FROM runner_jobs WHERE status = 'queued' AND available_at <= now()
                ORDER BY available_at, id LIMIT 1"""));
    }

    /** Only among the first in the line: whoever is behind those has a reason to wait. */
    private @Nullable PassedOver passedOver(ServedQueues served) {
        return dsl.resultQuery("""
                        SELECT id, script_key, queue, extract(epoch FROM now() - available_at)::bigint
                        FROM (SELECT id, script_key, queue, available_at, priority, created_at FROM runner_jobs
                              WHERE status = 'queued' AND available_at <= now() AND ({0} OR queue = ANY ({1}))
                              ORDER BY priority DESC, created_at, id LIMIT 1000) line
                        WHERE available_at < now() - interval '60 seconds'
                          AND script_key <> ALL (ARRAY(
                              SELECT DISTINCT script_key FROM runner_jobs WHERE status IN ('running', 'cancel_requested')))
                        ORDER BY priority DESC, created_at, id LIMIT 1""", val(served.all()), val(served.array()))
                .fetchOptional(row -> new PassedOver(
                        row.get(0, UUID.class),
                        row.get(1, String.class),
                        row.get(2, String.class),
                        row.get(3, Long.class)))
                .orElse(null);
    }

    private List<UnservedQueue> unserved(ServedQueues served) {
        if (served.all()) {
            return List.of();
        }
        return dsl.resultQuery("""
                        SELECT queue, count(*) FROM runner_jobs
                        WHERE status = 'queued' AND available_at <= now() AND queue <> ALL ({0})
                        GROUP BY queue ORDER BY queue LIMIT 10""", val(served.array()))
                .fetch(row -> new UnservedQueue(row.get(0, String.class), row.get(1, Long.class)));
    }

    private static @Nullable OldestWaiting waiting(ResultQuery<?> query) {
        return query.fetchOptional(row -> new OldestWaiting(
                        row.get(0, UUID.class),
                        row.get(1, String.class),
                        row.get(2, Instant.class),
                        row.get(3, Long.class)))
                .orElse(null);
    }
}
