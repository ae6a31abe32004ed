/**
 * {@code /api/runner/jobs/{id}/logs}: pages, rows, the whole text, search and the first error, all of the redacted
 * stream.
 *
 * <p>It must never open a log file by any other way than {@code dev.runner.log}. Start reading at
 * {@link dev.runner.api.logs.LogsResource}.
 */
@NullMarked
package dev.runner.api.logs;

import org.jspecify.annotations.NullMarked;
