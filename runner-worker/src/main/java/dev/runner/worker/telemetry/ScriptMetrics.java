package dev.runner.worker.telemetry;

import dev.runner.job.Job;
import dev.runner.job.JobStatus;
import dev.runner.queue.Finish;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** How the scripts fare. Their keys come from the whitelist; whatever else a row may name is one more series, "other". */
final class ScriptMetrics {
    private static final String OTHER = "other";
    private static final Duration[] DURATION = Arrays.stream(
                    new long[] {1, 5, 15, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14_400})
            .mapToObj(Duration::ofSeconds)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    private final Set<String> known;

    ScriptMetrics(MeterRegistry registry, Registry whitelist) {
        this.registry = registry;
        this.known = whitelist.scripts().stream().map(Script::key).collect(Collectors.toUnmodifiableSet());
        for (String script : known) {
            attempts(script, 1);
            attempts(script, 2);
            duration(script);
            Arrays.stream(JobStatus.values()).filter(JobStatus::isTerminal).forEach(status -> ends(script, status));
        }
    }

    void attempted(Job job) {
        attempts(label(job), job.attempts()).increment();
    }

    void ended(Job job, Finish finish, Duration took) {
        ends(label(job), finish.move().to()).increment();
        duration(label(job)).record(took);
    }

    private String label(Job job) {
        return known.contains(job.scriptKey()) ? job.scriptKey() : OTHER;
    }

    private Counter attempts(String script, int attempt) {
        return Counter.builder("runner_job_attempts")
                .description("Attempts claimed by this worker; attempt tells the first from repetitions")
                .tag("script", script)
                .tag("attempt", attempt == 1 ? "first" : "repeated")
                .register(registry);
    }

    private Counter ends(String script, JobStatus status) {
        return Counter.builder("runner_job_ends")
                .description("Jobs whose end this worker recorded, by final status")
                .tag("script", script)
                .tag("outcome", status.text())
                .register(registry);
    }

    private Timer duration(String script) {
        return Timer.builder("runner_job_duration")
                .description("From the first start of a job to its end")
                .tag("script", script)
                .serviceLevelObjectives(DURATION)
                .register(registry);
    }
}
