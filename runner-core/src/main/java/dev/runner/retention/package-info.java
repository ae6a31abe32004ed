/**
 * Forgets what is old: finished jobs, their events, and log files that belong to no job.
 *
 * <p>It must not know how jobs run. Start reading at {@link dev.runner.retention.Retention}.
 */
@NullMarked
package dev.runner.retention;

import org.jspecify.annotations.NullMarked;
