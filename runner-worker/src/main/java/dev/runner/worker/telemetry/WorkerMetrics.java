package dev.runner.worker.telemetry;

import dev.runner.job.Job;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import dev.runner.registry.Registry;
import dev.runner.worker.launcher.LauncherConfig;
import dev.runner.worker.launcher.RunListener;
import dev.runner.worker.launcher.Worker;
import dev.runner.worker.launcher.WorkerIdentity;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * What one worker did since it was started, and what it has in hand. Everything that can be counted is there from the
 * beginning, at zero, because the rate of a counter that appears with its first event misses that event.
 */
public final class WorkerMetrics implements RunListener {
    private static final Duration[] CLAIM = millis(1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000);
    private static final Duration[] PICKUP = millis(5, 10, 20, 50, 100, 250, 1000, 5000);
    private static final Duration[] WAIT =
            millis(10, 50, 100, 500, 1000, 5000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000);

    private final MeterRegistry registry;
    private final int capacity;
    private final ScriptMetrics scripts;
    private final Timer claim;
    private final Timer pickup;
    private final Counter adopted;
    private final Counter requeued;
    private final Counter leasesLost;
    private volatile long lastBeat = System.nanoTime();

    public WorkerMetrics(MeterRegistry registry, WorkerIdentity identity, LauncherConfig config, Registry whitelist) {
        this.registry = registry;
        this.capacity = config.capacity();
        this.scripts = new ScriptMetrics(registry, whitelist);
        this.claim = timer("runner_worker_claim", "How long the database took to answer a claim", CLAIM);
        this.pickup = timer("runner_worker_pickup", "From the claim of a job to its running process", PICKUP);
        this.adopted = counter("runner_worker_jobs_adopted", "Jobs that outlived a worker and were adopted here");
        this.requeued = counter("runner_worker_jobs_requeued", "Attempts that came to nothing and are tried again");
        this.leasesLost = counter("runner_worker_leases_lost", "Jobs that turned out to be no longer this worker's");
        config.queues().forEach(this::waitOf);
        Gauge.builder("runner_worker_identity", () -> 1)
                .description("Always 1; the labels tell who it is")
                .tag("worker_id", identity.id())
                .tag("host", identity.host())
                .tag("version", identity.version())
                .tag("mode", config.mode().text())
                .register(registry);
        Gauge.builder("runner_worker_capacity", () -> capacity)
                .description("Jobs it runs at once")
                .register(registry);
        Gauge.builder("runner_worker_heartbeat_age", this, m -> seconds(System.nanoTime() - m.lastBeat))
                .description("Since it last made itself known and renewed its leases, which last two minutes")
                .baseUnit("seconds")
                .register(registry);
    }

    /** Adds what only the running worker knows. */
    public void observe(Worker worker) {
        gauge(worker, "runner_worker_jobs_running", "Jobs it has in hand", Worker::active);
        gauge(
                worker,
                "runner_worker_slots_free",
                "Jobs it could take besides",
                w -> Math.max(0, capacity - w.active()));
        gauge(worker, "runner_worker_launcher", "Whether it holds the launcher lock", w -> w.isLauncher() ? 1 : 0);
        gauge(
                worker,
                "runner_worker_refusing",
                "Whether it takes nothing new just now, whatever waits",
                w -> w.refusal() == null ? 0 : 1);
    }

    @Override
    public void claimed(List<ClaimedJob> jobs, Duration latency) {
        claim.record(latency);
        for (ClaimedJob claimed : jobs) {
            Job job = claimed.job();
            scripts.attempted(job);
            Instant start = job.startedAt();
            // Both times are the database's. Of later attempts the row does not tell when they were claimed.
            if (job.attempts() == 1 && start != null) {
                waitOf(job.queue()).record(Duration.between(job.availableAt(), start));
            }
        }
    }

    @Override
    public void started(Job job, Duration sinceClaim) {
        pickup.record(sinceClaim);
    }

    @Override
    public void adopted(Job job) {
        adopted.increment();
    }

    @Override
    public void requeued(Job job) {
        requeued.increment();
    }

    @Override
    public void ended(Job job, Finish finish, Duration took) {
        scripts.ended(job, finish, took);
    }

    @Override
    public void leaseLost(Job job) {
        leasesLost.increment();
    }

    @Override
    public void beat() {
        lastBeat = System.nanoTime();
    }

    /** By queue: a worker serves only those it was told to, so there are few. */
    private Timer waitOf(String queue) {
        return Timer.builder("runner_job_wait")
                .description("From the moment a job could start to its first claim")
                .tag("queue", queue)
                .serviceLevelObjectives(WAIT)
                .register(registry);
    }

    private Timer timer(String name, String help, Duration... buckets) {
        return Timer.builder(name)
                .description(help)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    private Counter counter(String name, String help) {
        return Counter.builder(name).description(help).register(registry);
    }

    private void gauge(Worker worker, String name, String help, ToDoubleFunction<Worker> value) {
        Gauge.builder(name, worker, value).description(help).register(registry);
    }

    private static double seconds(long nanos) {
        return nanos / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static Duration[] millis(long... millis) {
        return java.util.Arrays.stream(millis).mapToObj(Duration::ofMillis).toArray(Duration[]::new);
    }
}
