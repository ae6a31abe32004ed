/**
 * The daemon at work: it makes itself known, keeps or waits for the launcher lock, and outlives the database's absence.
 *
 * <p>It must not know command lines. Start reading at {@link dev.runner.worker.launcher.Worker}.
 */
@NullMarked
package dev.runner.worker.launcher;

import org.jspecify.annotations.NullMarked;
