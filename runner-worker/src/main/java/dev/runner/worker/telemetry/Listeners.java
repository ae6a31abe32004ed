package dev.runner.worker.telemetry;

import dev.runner.job.Job;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.Finish;
import dev.runner.worker.launcher.RunListener;
import java.time.Duration;
import java.util.List;

/** Tells several listeners, in their order. */
public record Listeners(List<RunListener> all) implements RunListener {
    public Listeners {
        all = List.copyOf(all);
    }

    @Override
    public void claimed(List<ClaimedJob> jobs, Duration latency) {
        all.forEach(listener -> listener.claimed(jobs, latency));
    }

    @Override
    public void started(Job job, Duration sinceClaim) {
        all.forEach(listener -> listener.started(job, sinceClaim));
    }

    @Override
    public void adopted(Job job) {
        all.forEach(listener -> listener.adopted(job));
    }

    @Override
    public void requeued(Job job) {
        all.forEach(listener -> listener.requeued(job));
    }

    @Override
    public void ended(Job job, Finish finish, Duration took) {
        all.forEach(listener -> listener.ended(job, finish, took));
    }

    @Override
    public void leaseLost(Job job) {
        all.forEach(listener -> listener.leaseLost(job));
    }

    @Override
    public void beat() {
        all.forEach(RunListener::beat);
    }
}
