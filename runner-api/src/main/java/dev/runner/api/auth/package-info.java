/**
 * Who is calling: tokens of the user's identity provider, the login of our own and its users, and API tokens; and
 * the headers that keep browsers careful.
 *
 * <p>It must not know jobs. What an account is lives in {@code dev.runner.account}; here it meets HTTP. Start reading at
 * {@link dev.runner.api.auth.Auth} and {@link dev.runner.api.auth.Authentication}.
 */
@NullMarked
package dev.runner.api.auth;

import org.jspecify.annotations.NullMarked;
