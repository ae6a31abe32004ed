/**
 * {@code /api/runner/scripts}: the whitelist, as a form needs it, and what a filled-in form would run.
 *
 * <p>It must not know jobs. Start reading at {@link dev.runner.api.scripts.ScriptsResource}.
 */
@NullMarked
package dev.runner.api.scripts;

import org.jspecify.annotations.NullMarked;
