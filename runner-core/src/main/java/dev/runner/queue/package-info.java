/**
 * Who may take work from the queue.
 *
 * <p>It must not know HTTP, processes, Docker or Kubernetes. Start reading at {@link dev.runner.queue.LauncherLock}.
 */
@NullMarked
package dev.runner.queue;

import org.jspecify.annotations.NullMarked;
