/**
 * Job logs as readers may see them: the redacted stream, a pure function of a log file's raw bytes and a rule set.
 *
 * <p>Start at {@link dev.runner.log.RedactedLog}, the only way out for log text; {@link dev.runner.log.RedactionRules}
 * says what is masked and {@code Redactor} does it. The package knows files and bytes. It must not know the database,
 * HTTP, jobs or users: whether a log is finished is told by the caller.
 */
@NullMarked
package dev.runner.log;

import org.jspecify.annotations.NullMarked;
