package dev.runner.queue;

import java.util.UUID;

/**
 * The right to act on a job: this worker, this attempt. Every statement a worker makes about a job it runs names both, so
 * that one whose lease was taken over changes nothing.
 */
public record LeaseOwner(UUID jobId, int attempt, String workerId) {}
