/**
 * Prometheus metrics on a port of their own, so that a load balancer never exposes them by mistake; the same for both
 * deployables, each of which adds what it measures itself.
 *
 * <p>It must not know what else a deployable serves. Start reading at {@link dev.runner.metrics.ManagementServer}.
 */
@NullMarked
package dev.runner.metrics;

import org.jspecify.annotations.NullMarked;
