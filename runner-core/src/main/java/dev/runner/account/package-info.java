/**
 * People who log in with a password, their sessions, tokens for automation, and the limit on guessing.
 *
 * <p>It must not know HTTP, cookies or JWTs. Every time is the database's, and every decision that two replicas could
 * take at once is one statement. Start reading at {@link dev.runner.account.Users} and
 * {@link dev.runner.account.Sessions}.
 */
@NullMarked
package dev.runner.account;

import org.jspecify.annotations.NullMarked;
