package dev.runner.job;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.val;

import dev.runner.job.Waiting.Reason;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Finds out why jobs wait. Thread-safe. */
public final class WaitingReasons {
    /** Up to here a new job's place is counted exactly; beyond it, counting would cost more than creating. */
    private static final int COUNTED = 200;

    private static final String SITUATIONS = """
            SELECT q.queue, now() AS now,
                (SELECT coalesce(sum(value), 0) FROM runner_counters
                 WHERE name IN ('status:running', 'status:cancel_requested')) AS running,
                w.workers, w.willing, w.slots, w.refusal
            FROM unnest({0}) AS q (queue) CROSS JOIN LATERAL runner_workers_of(q.queue) w""";

    private static final String POSITIONS = """
            SELECT id, place FROM (
                SELECT id, row_number() OVER (ORDER BY priority DESC, created_at, id) AS place
                FROM runner_jobs WHERE status = 'queued' AND available_at <= now()) line
            WHERE id = ANY ({0})""";

    private final DSLContext dsl;
    private final Registry registry;

    public WaitingReasons(DSLContext dsl, Registry registry) {
        this.dsl = dsl;
        this.registry = registry;
    }

    /** The reason for each of these jobs that is queued; the others have none. */
    public Map<UUID, Waiting> of(Collection<Job> jobs) {
        List<Job> queued =
                jobs.stream().filter(job -> job.status() == JobStatus.QUEUED).toList();
        if (queued.isEmpty()) {
            return Map.of();
        }
        Map<String, Situation> situations = situations(queued);
        Map<UUID, Long> positions = positions(queued);
        Map<String, Integer> running = runningByLimitedScript(queued);
        var reasons = new HashMap<UUID, Waiting>();
        for (Job job : queued) {
            Situation situation = Objects.requireNonNull(situations.get(job.queue()));
            reasons.put(job.id(), reason(job, situation, positions.get(job.id()), running));
        }
        return reasons;
    }

    /** The reason for a job just created, at a cost that does not grow with the queue: in a long one it is "about". */
    public Waiting ofNew(CreateOutcome.Created created) {
        List<Job> job = List.of(created.job());
        Situation situation = created.situation();
        Map<String, Integer> running = runningByLimitedScript(job);
        if (created.active() <= COUNTED) {
            Long position = positions(job).get(created.job().id());
            return reason(created.job(), situation, position, running);
        }
        long ahead = Math.max(0, created.active() - situation.running());
        Waiting waiting = reason(created.job(), situation, ahead + 1, running);
        return waiting.reason() == Reason.QUEUE_POSITION
                ? new Waiting(waiting.reason(), waiting.position(), "About " + waiting.detail())
                : waiting;
    }

    /** By queue. */
    private Map<String, Situation> situations(List<Job> queued) {
        String[] queues = queued.stream().map(Job::queue).distinct().toArray(String[]::new);
        return dsl.resultQuery(SITUATIONS, val(queues))
                .fetchMap(
                        row -> row.get("queue", String.class),
                        row -> new Situation(
                                row.get("now", Instant.class),
                                row.get("running", Long.class),
                                row.get("workers", Long.class),
                                row.get("willing", Long.class),
                                row.get("slots", Long.class),
                                row.get("refusal", String.class)));
    }

    private Map<UUID, Long> positions(List<Job> queued) {
        UUID[] ids = queued.stream().map(Job::id).toArray(UUID[]::new);
        return dsl.resultQuery(POSITIONS, val(ids)).fetchMap(RUNNER_JOBS.ID, field("place", Long.class));
    }

    /** Only for scripts that have a limit of their own; most have none, and then nothing is asked. */
    private Map<String, Integer> runningByLimitedScript(List<Job> queued) {
        List<String> limited = queued.stream()
                .map(Job::scriptKey)
                .distinct()
                .filter(key -> limit(key).isPresent())
                .toList();
        if (limited.isEmpty()) {
            return Map.of();
        }
        return dsl.select(RUNNER_JOBS.SCRIPT_KEY, count())
                .from(RUNNER_JOBS)
                .where(RUNNER_JOBS.STATUS.in(JobStatus.RUNNING.text(), JobStatus.CANCEL_REQUESTED.text()))
                .and(RUNNER_JOBS.SCRIPT_KEY.in(limited))
                .groupBy(RUNNER_JOBS.SCRIPT_KEY)
                .fetchMap(RUNNER_JOBS.SCRIPT_KEY, count());
    }

    private OptionalInt limit(String scriptKey) {
        return registry.find(scriptKey).map(Script::concurrencyLimit).orElse(OptionalInt.empty());
    }

    private Waiting reason(
            Job job, Situation situation, @Nullable Long position, Map<String, Integer> runningByScript) {
        if (job.availableAt().isAfter(situation.now())) {
            return new Waiting(
                    Reason.NOT_BEFORE, null, "It starts at %s at the earliest.".formatted(job.availableAt()));
        }
        if (situation.workers() == 0) {
            return new Waiting(
                    Reason.NO_ACTIVE_WORKER,
                    position,
                    "No worker that takes jobs of the queue %s has been seen in the last two minutes."
                            .formatted(job.queue()));
        }
        if (situation.willing() == 0) {
            return new Waiting(
                    Reason.WORKER_REFUSING, position, "The worker starts nothing just now: " + situation.refusal());
        }
        OptionalInt limit = limit(job.scriptKey());
        int running = runningByScript.getOrDefault(job.scriptKey(), 0);
        if (limit.isPresent() && running >= limit.getAsInt()) {
            return new Waiting(
                    Reason.SCRIPT_LIMIT,
                    position,
                    "%d of %d allowed runs of %s are active.".formatted(running, limit.getAsInt(), job.scriptKey()));
        }
        return inLine(position == null ? 1 : position, situation);
    }

    private static Waiting inLine(long position, Situation situation) {
        if (position == 1 && situation.running() >= situation.slots()) {
            return new Waiting(
                    Reason.CONCURRENCY_LIMIT,
                    position,
                    "It is next; all %d slots are taken.".formatted(situation.slots()));
        }
        long ahead = position - 1;
        String detail = switch ((int) Math.min(ahead, 2)) {
            case 0 -> "It is next.";
            case 1 -> "1 job is ahead of it.";
            default -> ahead + " jobs are ahead of it.";
        };
        return new Waiting(Reason.QUEUE_POSITION, position, detail);
    }
}
