/**
 * Build-time only: turns the migrated schema into jOOQ classes for {@code runner-core}.
 *
 * <p>It must not be on any runtime class path. Start reading at {@link dev.runner.db.codegen.GenerateSchema}.
 */
@NullMarked
package dev.runner.db.codegen;

import org.jspecify.annotations.NullMarked;
