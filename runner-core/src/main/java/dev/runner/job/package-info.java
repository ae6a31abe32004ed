/**
 * The job: its states and moves, how one is asked for, found, counted, canceled and retried, and why one waits.
 *
 * <p>It must not know HTTP, processes, Docker or Kubernetes. Start reading at {@link dev.runner.job.Transition}, then
 * {@link dev.runner.job.JobCreation}.
 */
@NullMarked
package dev.runner.job;

import org.jspecify.annotations.NullMarked;
