package dev.runner.api.metrics;

import dev.runner.diagnostics.JobTotals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToDoubleFunction;

/**
 * The job metrics, read from the database's own counters: every replica reports the same totals of the whole
 * installation, and none is lost with a process. Aggregate them with {@code max}, not {@code sum}.
 */
final class JobMetrics {
    private volatile JobTotals totals = JobTotals.NONE;

    /** Once before each scrape, so that all figures of one scrape belong together. */
    void update(JobTotals current) {
        totals = current;
    }

    void bindTo(MeterRegistry registry) {
        gauge(registry, "runner_jobs_queued", "Jobs waiting to start", JobTotals::queued);
        gauge(registry, "runner_jobs_running", "Jobs running or being canceled", JobTotals::running);
        gauge(
                registry,
                "runner_scheduler_lock_acquired",
                "Whether some worker holds the launcher lock",
                t -> t.launcherLockHeld() ? 1 : 0);
        counter(registry, "runner_job_starts", "Starts of jobs", JobTotals::starts);
        counter(registry, "runner_job_failures", "Jobs that failed", JobTotals::failures);
        counter(registry, "runner_job_timeouts", "Jobs ended because of their time limit", JobTotals::timeouts);
        counter(registry, "runner_job_cancellations", "Jobs canceled", JobTotals::cancellations);
    }

    private void gauge(MeterRegistry registry, String name, String help, ToDoubleFunction<JobTotals> value) {
        Gauge.builder(name, this, m -> value.applyAsDouble(m.totals))
                .description(help)
                .register(registry);
    }

    private void counter(MeterRegistry registry, String name, String help, ToDoubleFunction<JobTotals> value) {
        FunctionCounter.builder(name, this, m -> value.applyAsDouble(m.totals))
                .description(help)
                .register(registry);
    }
}
