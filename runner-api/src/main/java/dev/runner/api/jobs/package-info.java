/**
 * {@code /api/runner/jobs}: ask for a job, list and count them, look at, cancel and retry one.
 *
 * <p>It must not know SQL; it translates between HTTP and {@code dev.runner.job}. Start reading at
 * {@link dev.runner.api.jobs.JobsResource}.
 */
@NullMarked
package dev.runner.api.jobs;

import org.jspecify.annotations.NullMarked;
