/**
 * Measures what the project promises: each benchmark prints a table of figures with their targets, and the process
 * ends with a code other than zero when one is missed. Uses the deployables as any client would and must not reach into
 * them. Start at {@link dev.runner.bench.Bench}.
 */
@NullMarked
package dev.runner.bench;

import org.jspecify.annotations.NullMarked;
