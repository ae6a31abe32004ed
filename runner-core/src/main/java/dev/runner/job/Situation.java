package dev.runner.job;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand for everybody who waits.
 *
 * @param running jobs that take a slot
 * @param workers those that are alive
 * @param willing those of them that start jobs just now
 * @param slots how many jobs the willing ones run at once
 * @param refusal why one of them starts nothing
 */
public record Situation(
        Instant now,
        long running,
        long workers,
        long willing,
        long slots,
        @Nullable String refusal) {}
