/**
 * Whether this replica is alive, whether it can serve, and how the whole installation is doing.
 *
 * <p>It must not change anything. Start reading at {@link dev.runner.api.health.HealthResource}.
 */
@NullMarked
package dev.runner.api.health;

import org.jspecify.annotations.NullMarked;
