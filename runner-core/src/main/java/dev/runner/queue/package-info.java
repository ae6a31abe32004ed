/**
 * What API and worker share about the queue beyond its rows: the signal that wakes a worker, and the lock that makes
 * one the launcher.
 *
 * <p>It must not know how a job is executed. Start reading at {@link dev.runner.queue.QueueSignal}.
 */
@NullMarked
package dev.runner.queue;

import org.jspecify.annotations.NullMarked;
