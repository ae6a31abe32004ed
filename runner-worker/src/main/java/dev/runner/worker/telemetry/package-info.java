/**
 * What a worker tells about itself: figures for Prometheus, and a log line for every move of a job.
 *
 * <p>It must not know how jobs are claimed or executed, only that it happened. Start reading at
 * {@link dev.runner.worker.telemetry.WorkerMetrics}.
 */
@NullMarked
package dev.runner.worker.telemetry;

import org.jspecify.annotations.NullMarked;
