/**
 * A private PostgreSQL server for development, tests and code generation, unpacked from a library.
 *
 * <p>It must not know what is stored in it: migrations are applied by {@code dev.runner.db.migration}. Nothing here is
 * part of the distributions. Start reading at {@link dev.runner.db.embedded.EmbeddedDatabase}.
 */
@NullMarked
package dev.runner.db.embedded;

import org.jspecify.annotations.NullMarked;
