package dev.runner.queue;

import dev.runner.job.Job;

/** A job this worker has to run now, and the lease under which it does. */
public record ClaimedJob(Job job, LeaseOwner lease) {
    /** The same attempt in the hands of another worker, which took it over. */
    public ClaimedJob ownedBy(String workerId) {
        return new ClaimedJob(job, new LeaseOwner(lease.jobId(), lease.attempt(), workerId));
    }
}
