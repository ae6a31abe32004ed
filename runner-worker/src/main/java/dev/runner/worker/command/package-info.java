/**
 * What can be typed after {@code runner-worker}: each command reads its settings, wires what it needs, and answers with
 * an exit code.
 *
 * <p>It must not decide anything about jobs or locks. Start reading at {@link dev.runner.worker.command.RootCommand}.
 */
@NullMarked
package dev.runner.worker.command;

import org.jspecify.annotations.NullMarked;
