package dev.runner.worker.launcher;

import dev.runner.job.Job;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import java.time.Duration;
import java.util.List;

/**
 * Is told what a worker does with jobs, after the database has agreed to it. For figures and log lines only: nothing that
 * happens to a job may depend on it.
 *
 * <p>Called on the threads that do the work, several at a time, so an implementation must be quick, thread-safe, and must
 * not throw.
 */
public interface RunListener {
    /** Hears nothing. */
    RunListener NONE = new RunListener() {};

    /** A claim was answered, perhaps with nothing. */
    default void claimed(List<ClaimedJob> jobs, Duration latency) {}

    /** The process of a job just claimed runs. */
    default void started(Job job, Duration sinceClaim) {}

    /** A job that outlived its worker is watched again. */
    default void adopted(Job job) {}

    /** An attempt came to nothing and the job waits for the next. */
    default void requeued(Job job) {}

    /** The job has reached its final status, so long after its first start. */
    default void ended(Job job, Finish finish, Duration took) {}

    /** The job turned out to be another worker's, or nobody's, by now. */
    default void leaseLost(Job job) {}

    /** The worker has made itself known and renewed its leases. */
    default void beat() {}
}
