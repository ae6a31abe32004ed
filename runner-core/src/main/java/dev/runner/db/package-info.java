/**
 * The way to PostgreSQL: the pool, transactions, and the jOOQ classes generated from the migrations below it.
 *
 * <p>It must not know any table's meaning; that is the business of the {@code …Store} classes next to their use. Start
 * reading at {@link dev.runner.db.Databases}.
 */
@NullMarked
package dev.runner.db;

import org.jspecify.annotations.NullMarked;
