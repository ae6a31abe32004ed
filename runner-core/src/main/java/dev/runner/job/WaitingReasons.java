package dev.runner.job;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static dev.runner.db.generated.Tables.RUNNER_WORKERS;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.currentInstant;
import static org.jooq.impl.DSL.val;

import dev.runner.db.generated.tables.records.RunnerWorkersRecord;
import dev.runner.job.Waiting.Reason;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Finds out why jobs wait. Thread-safe. */
public final class WaitingReasons {
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
        // One snapshot: a position and a number of running jobs from two moments could contradict each other.
        return dsl.transactionResult(configuration -> {
            configuration.dsl().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            Situation situation = situation(configuration.dsl(), queued);
            var reasons = new HashMap<UUID, Waiting>();
            for (Job job : queued) {
                reasons.put(job.id(), reason(job, situation));
            }
            return reasons;
        });
    }

    private record Situation(
            Instant now,
            Map<UUID, Long> positions,
            Map<String, Integer> runningByScript,
            List<RunnerWorkersRecord> workers) {
        int running() {
            return runningByScript.values().stream().mapToInt(Integer::intValue).sum();
        }

        /** One launcher claims at a time unless workers share the queue; then their slots add up. */
        int slots() {
            var willing = workers.stream().filter(w -> w.getRefusingReason() == null);
            boolean exclusive = workers.stream().anyMatch(w -> w.getMode().equals("exclusive"));
            var capacities = willing.mapToInt(RunnerWorkersRecord::getCapacity);
            return exclusive ? capacities.max().orElse(0) : capacities.sum();
        }

        @Nullable
        String refusal() {
            return workers.stream().allMatch(w -> w.getRefusingReason() != null)
                    ? workers.getFirst().getRefusingReason()
                    : null;
        }
    }

    private static Situation situation(DSLContext snapshot, List<Job> queued) {
        var positions = snapshot.resultQuery(
                        POSITIONS, val(queued.stream().map(Job::id).toArray(UUID[]::new)))
                .fetchMap(RUNNER_JOBS.ID, DSL.field("place", Long.class));
        var running = snapshot.select(RUNNER_JOBS.SCRIPT_KEY, count())
                .from(RUNNER_JOBS)
                .where(RUNNER_JOBS.STATUS.in(JobStatus.RUNNING.text(), JobStatus.CANCEL_REQUESTED.text()))
                .groupBy(RUNNER_JOBS.SCRIPT_KEY)
                .fetchMap(RUNNER_JOBS.SCRIPT_KEY, count());
        var workers = snapshot.selectFrom(RUNNER_WORKERS)
                .where(RUNNER_WORKERS.STOPPED_AT.isNull())
                .and("last_seen_at > now() - interval '2 minutes'")
                .orderBy(RUNNER_WORKERS.STARTED_AT)
                .fetch();
        Instant now = snapshot.select(currentInstant()).fetchSingle().value1();
        return new Situation(now, positions, running, workers);
    }

    private Waiting reason(Job job, Situation situation) {
        Long position = situation.positions().get(job.id());
        if (job.availableAt().isAfter(situation.now())) {
            return new Waiting(
                    Reason.NOT_BEFORE, null, "It starts at %s at the earliest.".formatted(job.availableAt()));
        }
        if (situation.workers().isEmpty()) {
            return new Waiting(Reason.NO_ACTIVE_WORKER, position, "No worker has been seen in the last two minutes.");
        }
        String refusal = situation.refusal();
        if (refusal != null) {
            return new Waiting(Reason.WORKER_REFUSING, position, "The worker starts nothing just now: " + refusal);
        }
        Waiting scriptLimit = scriptLimit(job, position, situation);
        if (scriptLimit != null) {
            return scriptLimit;
        }
        return inLine(position == null ? 1 : position, situation);
    }

    private @Nullable Waiting scriptLimit(Job job, @Nullable Long position, Situation situation) {
        OptionalInt limit =
                registry.find(job.scriptKey()).map(Script::concurrencyLimit).orElse(OptionalInt.empty());
        int running = situation.runningByScript().getOrDefault(job.scriptKey(), 0);
        if (limit.isEmpty() || running < limit.getAsInt()) {
            return null;
        }
        String detail = "%d of %d allowed runs of %s are active.".formatted(running, limit.getAsInt(), job.scriptKey());
        return new Waiting(Reason.SCRIPT_LIMIT, position, detail);
    }

    private static Waiting inLine(long position, Situation situation) {
        if (position == 1 && situation.running() >= situation.slots()) {
            return new Waiting(
                    Reason.CONCURRENCY_LIMIT,
                    position,
                    "It is next; all %d slots are taken.".formatted(situation.slots()));
        }
        long ahead = position - 1;
        return new Waiting(
                Reason.QUEUE_POSITION,
                position,
                ahead == 0 ? "It is next." : ahead == 1 ? "1 job is ahead of it." : ahead + " jobs are ahead of it.");
    }
}
