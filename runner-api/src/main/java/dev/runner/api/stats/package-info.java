/**
 * How jobs went over time, over HTTP.
 *
 * <p>It must not know where the figures come from. Start reading at {@link dev.runner.api.stats.StatsResource}.
 */
@NullMarked
package dev.runner.api.stats;

import org.jspecify.annotations.NullMarked;
