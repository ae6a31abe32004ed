/**
 * The repositories scripts run in, and which paths are allowed for them.
 *
 * <p>It must not know jobs or HTTP. Start reading at {@link dev.runner.repo.Repos}.
 */
@NullMarked
package dev.runner.repo;

import org.jspecify.annotations.NullMarked;
