package dev.runner.metrics;

import dev.runner.diagnostics.Diagnostics;
import dev.runner.diagnostics.JobTotals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.ToDoubleFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The job metrics, read from the database's own counters: every process reports the same totals of the whole
 * installation, and none is lost with a process. Aggregate them with {@code max}, not {@code sum}.
 *
 * <p>They have a registry of their own, because they are left out while the database does not answer: old totals would
 * look like a quiet queue, whereas a series that ends, and {@code runner_database_up}, raise the alarm that is due.
 */
final class InstallationMetrics implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(InstallationMetrics.class);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Diagnostics diagnostics;
    private volatile JobTotals totals = JobTotals.NONE;
    private volatile boolean answered = true;

    /** @param always where it is told whether the database answers */
    InstallationMetrics(Diagnostics diagnostics, MeterRegistry always) {
        this.diagnostics = diagnostics;
        Gauge.builder("runner_database_up", this, m -> m.answered ? 1 : 0)
                .description("Whether the database answered when these figures were asked for")
                .register(always);
        gauge("runner_jobs_queued", "Jobs waiting to start", JobTotals::queued);
        gauge("runner_jobs_running", "Jobs running or being canceled", JobTotals::running);
        gauge(
                "runner_scheduler_lock_acquired",
                "Whether some worker holds the launcher lock",
                t -> t.launcherLockHeld() ? 1 : 0);
        gauge(
                "runner_jobs_oldest_waiting_seconds",
                "For how long the earliest job that waits could have run already",
                JobTotals::oldestWaitingSeconds);
        gauge(
                "runner_database_oldest_transaction_seconds",
                "For how long the oldest transaction of the database has been open",
                JobTotals::oldestTransactionSeconds);
        counter("runner_job_starts", "Starts of jobs", JobTotals::starts);
        counter("runner_job_successes", "Jobs that succeeded", JobTotals::successes);
        counter("runner_job_failures", "Jobs that failed", JobTotals::failures);
        counter("runner_job_timeouts", "Jobs ended because of their time limit", JobTotals::timeouts);
        counter("runner_job_cancellations", "Jobs canceled", JobTotals::cancellations);
    }

    /** The totals of this moment, all read together; nothing when there is no database to ask. */
    String scrape() {
        try {
            totals = diagnostics.totals();
        } catch (RuntimeException e) {
            if (answered) {
                log.warn("metrics without job totals, the database does not answer: {}", e.getMessage());
            }
            answered = false;
            return "";
        }
        answered = true;
        return registry.scrape();
    }

    private void gauge(String name, String help, ToDoubleFunction<JobTotals> value) {
        Gauge.builder(name, this, m -> value.applyAsDouble(m.totals))
                .description(help)
                .register(registry);
    }

    private void counter(String name, String help, ToDoubleFunction<JobTotals> value) {
        FunctionCounter.builder(name, this, m -> value.applyAsDouble(m.totals))
                .description(help)
                .register(registry);
    }

    @Override
    public void close() {
        registry.close();
    }
}
