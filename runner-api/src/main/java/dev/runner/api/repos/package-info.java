/**
 * {@code GET /api/runner/repos}: where a script can be run.
 *
 * <p>It must not know jobs. Start reading at {@link dev.runner.api.repos.ReposResource}.
 */
@NullMarked
package dev.runner.api.repos;

import org.jspecify.annotations.NullMarked;
