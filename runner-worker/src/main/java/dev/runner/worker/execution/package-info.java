/**
 * What it means to execute one attempt of a job, wherever that happens: dispatch it, find it again, learn of its end,
 * stop it, forget it. One small contract for local processes now and for containers later.
 *
 * <p>It must not know the database, leases or the state machine: a caller decides what an ending means for its job. Start
 * reading at {@link dev.runner.worker.execution.Provider}.
 */
@NullMarked
package dev.runner.worker.execution;

import org.jspecify.annotations.NullMarked;
