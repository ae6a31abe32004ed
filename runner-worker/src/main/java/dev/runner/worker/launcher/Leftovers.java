package dev.runner.worker.launcher;

import dev.runner.job.JobStore;
import dev.runner.queue.JobLeases;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import dev.runner.worker.execution.Provider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jooq.exception.DataAccessException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what still runs here of attempts that are over for the database: a job may have been given up by another host
 * while nobody was here to end it.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Provider provider;
    private final JobLeases leases;
    private final JobStore jobs;
    private final JobRunner runner;
    /** Those that could not be dealt with, and when to try again, in nanoseconds of this process. */
    private final Map<AttemptKey, Long> putOff = new HashMap<>();

    Leftovers(Provider provider, JobLeases leases, JobStore jobs, JobRunner runner) {
        this.provider = provider;
        this.leases = leases;
        this.jobs = jobs;
        this.runner = runner;
    }

    void end() {
        // Listed before the database is asked: whatever has traces was claimed before that.
        Set<AttemptKey> known = provider.known();
        putOff.keySet().retainAll(known);
        for (AttemptKey key : known) {
            if (!isPutOff(key)
                    && !runner.isInHand(key)
                    && leases.holder(key.jobId(), key.attempt()).isEmpty()
                    && !runner.isInHand(key)) {
                endOrPutOff(key);
            }
        }
    }

    private boolean isPutOff(AttemptKey key) {
        Long until = putOff.get(key);
        return until != null && System.nanoTime() - until < 0;
    }

    /** One that cannot be dealt with must not keep the others from it. */
    private void endOrPutOff(AttemptKey key) {
        try {
            end(key);
        } catch (DataAccessException e) {
            throw e;
        } catch (RuntimeException e) {
            if (putOff.put(key, System.nanoTime() + AGAIN.toNanos()) == null) {
                LOG.atWarn()
                        .addKeyValue("job_id", key.jobId())
                        .addKeyValue("attempt", key.attempt())
                        .setCause(e)
                        .log(
                                "what is left of an attempt that is over cannot be cleared away; trying again every minute");
            }
        }
    }

    private void end(AttemptKey key) {
        // One that ended here a moment ago may have been forgotten since it was listed.
        provider.findTraced(key).ifPresent(finding -> end(key, finding));
    }

    private void end(AttemptKey key, Finding finding) {
        switch (finding) {
            case Finding.Running running -> {
                LOG.atWarn()
                        .addKeyValue("job_id", key.jobId())
                        .addKeyValue("attempt", key.attempt())
                        .log("ending what was left running of an attempt that is over");
                var _ = provider.stop(key, JobRunner.GRACE).thenRun(() -> provider.forget(key));
            }
            case Finding.Ended ended -> provider.forget(key);
            case Finding.Foreign foreign -> {
                if (jobs.find(key.jobId()).isEmpty()) {
                    provider.forget(key);
                }
            }
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
