/**
 * Prometheus metrics on a port of their own, so that a load balancer never exposes them by mistake.
 *
 * <p>It must not know HTTP resources. Start reading at {@link dev.runner.api.metrics.ManagementServer}.
 */
@NullMarked
package dev.runner.api.metrics;

import org.jspecify.annotations.NullMarked;
