/**
 * {@code GET /api/runner/scripts}: the whitelist, as a form needs it.
 *
 * <p>It must not know jobs. Start reading at {@link dev.runner.api.scripts.ScriptsResource}.
 */
@NullMarked
package dev.runner.api.scripts;

import org.jspecify.annotations.NullMarked;
