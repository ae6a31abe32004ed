package dev.runner.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand for everybody who waits in one queue.
 *
 * @param running jobs that take a slot, of whatever queue
 * @param workers those that are alive and take jobs of this queue
 * @param willing those of them that start jobs just now
 * @param slots how many jobs all willing workers run at once
 * @param refusal why one of them starts nothing
 */
public record Situation(
        Instant now,
        long running,
        long workers,
        long willing,
        long slots,
        @Nullable String refusal) {}
