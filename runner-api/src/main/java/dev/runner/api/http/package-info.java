/**
 * What every resource of the API shares: how a request is read strictly, and how an answer or a problem is written.
 *
 * <p>It must not know jobs, users or any other resource. Start reading at {@link dev.runner.api.http.Problem}.
 */
@NullMarked
package dev.runner.api.http;

import org.jspecify.annotations.NullMarked;
