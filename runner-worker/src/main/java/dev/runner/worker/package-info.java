/**
 * The daemon's entry and its settings.
 *
 * <p>It must not know the HTTP API or its users. Start reading at {@link dev.runner.worker.WorkerMain}.
 */
@NullMarked
package dev.runner.worker;

import org.jspecify.annotations.NullMarked;
