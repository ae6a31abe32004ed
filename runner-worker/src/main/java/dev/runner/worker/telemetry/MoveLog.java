package dev.runner.worker.telemetry;

import dev.runner.job.Job;
import dev.runner.job.Transition;
import dev.runner.queue.ClaimedJob;
import dev.runner.worker.launcher.RunListener;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A log line for each move of a job on its way to its end, with the fields by which lines of one job are found again. The
 * end itself is logged where it is recorded, with the same fields and the duration.
 */
public final class MoveLog implements RunListener {
    private static final Logger LOG = LoggerFactory.getLogger(MoveLog.class);

    private final String workerId;

    public MoveLog(String workerId) {
        this.workerId = workerId;
    }

    @Override
    public void claimed(List<ClaimedJob> jobs, Duration latency) {
        jobs.forEach(claimed -> move(claimed.job(), Transition.CLAIM).log("job claimed"));
    }

    @Override
    public void requeued(Job job) {
        move(job, Transition.REQUEUE).log("job waits for another attempt");
    }

    @Override
    public void adopted(Job job) {
        line(job).log("job adopted");
    }

    private LoggingEventBuilder move(Job job, Transition move) {
        return line(job)
                .addKeyValue("status_from", move.from().text())
                .addKeyValue("status_to", move.to().text());
    }

    private LoggingEventBuilder line(Job job) {
        return LOG.atInfo()
                .addKeyValue("job_id", job.id())
                .addKeyValue("script_key", job.scriptKey())
                .addKeyValue("attempt", job.attempts())
                .addKeyValue("worker_id", workerId);
    }
}
