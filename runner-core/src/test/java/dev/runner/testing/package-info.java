/**
 * Fixtures shared by the tests of all modules: a real database for each test class, and the small waits that tests need.
 *
 * <p>It must not know any module above the core. Start reading at {@link dev.runner.testing.PostgresExtension}.
 */
@NullMarked
package dev.runner.testing;

import org.jspecify.annotations.NullMarked;
