/**
 * Brings a database to the schema this build was made for, and tells how far one is.
 *
 * <p>It must not know the tables: they are in {@code db/migration/*.sql}. Start reading at
 * {@link dev.runner.db.migration.Migrations}.
 */
@NullMarked
package dev.runner.db.migration;

import org.jspecify.annotations.NullMarked;
