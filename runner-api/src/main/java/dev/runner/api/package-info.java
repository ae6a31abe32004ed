/**
 * The HTTP server's composition root.
 *
 * <p>It must not start a process or talk to Docker or Kubernetes. Start reading at {@link dev.runner.api.ApiMain}.
 */
@NullMarked
package dev.runner.api;

import org.jspecify.annotations.NullMarked;
