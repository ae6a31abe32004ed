package dev.runner.queue;

import dev.runner.job.Job;

/** A job this worker has to run now, and the lease under which it does. */
public record ClaimedJob(Job job, LeaseOwner lease) {}
