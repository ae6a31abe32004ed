/**
 * Executes attempts as processes of this host. A shim of a few lines of POSIX sh runs the job in a session of its own,
 * with its output straight in the log file, and publishes the exit code in the attempt's control directory; so a worker
 * may die, and the next one adopts what still runs and learns how the rest ended.
 *
 * <p>It needs Linux ({@code /proc}), and must not know the database. Start reading at
 * {@link dev.runner.worker.execution.workspace.WorkspaceProvider} and {@code shim.sh}.
 */
@NullMarked
package dev.runner.worker.execution.workspace;

import org.jspecify.annotations.NullMarked;
