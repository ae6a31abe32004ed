package dev.runner.worker.execution;

import java.time.Duration;

/**
 * What stopping an attempt took.
 *
 * @param forced whether anything had to be killed after the grace period, or had left the reach of the polite signal
 */
public record StopReport(Ending ending, boolean forced, Duration took) {}
