/**
 * What the API measures of its own requests. Where figures are served, and those of the whole installation, are the
 * core's.
 *
 * <p>It must not know HTTP resources. Start reading at {@link dev.runner.api.metrics.RequestMetrics}.
 */
@NullMarked
package dev.runner.api.metrics;

import org.jspecify.annotations.NullMarked;
