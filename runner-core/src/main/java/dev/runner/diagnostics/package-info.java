/**
 * How the whole installation is doing, read from the database alone.
 *
 * <p>It must not know how it is shown. Start reading at {@link dev.runner.diagnostics.Diagnostics}.
 */
@NullMarked
package dev.runner.diagnostics;

import org.jspecify.annotations.NullMarked;
