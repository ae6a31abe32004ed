/**
 * The document that is the API's contract.
 *
 * <p>It must not know the resources; a test compares it with their routes. Start reading at {@code openapi.json}.
 */
@NullMarked
package dev.runner.api.openapi;

import org.jspecify.annotations.NullMarked;
