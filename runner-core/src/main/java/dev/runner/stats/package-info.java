/**
 * How jobs went over time: counts, waits and durations, by part of a range and by script.
 *
 * <p>Read from the jobs themselves, so that a job whose end is noted late is where it belongs. It must not know how the
 * figures are shown. Start reading at {@link dev.runner.stats.StatsCache}; {@link dev.runner.stats.StatsStore} asks the
 * database.
 */
@NullMarked
package dev.runner.stats;

import org.jspecify.annotations.NullMarked;
