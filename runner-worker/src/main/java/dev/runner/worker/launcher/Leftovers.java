package dev.runner.worker.launcher;

import dev.runner.job.JobStore;
import dev.runner.queue.JobLeases;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Provider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what still runs here of attempts that are over for the database: a job may have been given up by another host
 * while nobody was here to end it.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

    private final Provider provider;
    private final JobLeases leases;
    private final JobStore jobs;
    private final JobRunner runner;

    Leftovers(Provider provider, JobLeases leases, JobStore jobs, JobRunner runner) {
        this.provider = provider;
        this.leases = leases;
        this.jobs = jobs;
        this.runner = runner;
    }

    void end() {
        // Listed before the database is asked: whatever has traces was claimed before that.
        for (AttemptKey key : provider.known()) {
            if (!runner.isInHand(key)
                    && leases.holder(key.jobId(), key.attempt()).isEmpty()
                    && !runner.isInHand(key)) {
                end(key);
            }
        }
    }

    private void end(AttemptKey key) {
        switch (provider.find(key)) {
            case Finding.Running running -> {
                LOG.atWarn()
                        .addKeyValue("job_id", key.jobId())
                        .addKeyValue("attempt", key.attempt())
                        .log("ending what was left running of an attempt that is over");
                var _ = provider.stop(key, JobRunner.GRACE).thenRun(() -> provider.forget(key));
            }
            case Finding.Ended ended -> provider.forget(key);
            case Finding.Gone(var reason, var detail) -> {
                // What runs out of reach needs its traces, and what must not start needs what keeps it from it: its
                // worker may have been frozen on the way. Until the job itself is forgotten, if need be.
                boolean done = reason != Finding.Reason.OUT_OF_REACH && reason != Finding.Reason.NEVER_STARTED;
                if (done || jobs.find(key.jobId()).isEmpty()) {
                    provider.forget(key);
                }
            }
        }
    }
}
