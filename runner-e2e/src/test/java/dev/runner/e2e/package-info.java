/**
 * The product as its users have it: both distributions as processes on one database, jobs that are real scripts, and
 * HTTP to ask for them. Knows no class of the two programs. Start at {@link dev.runner.e2e.Installation}, which starts
 * and stops them, and {@link dev.runner.e2e.Person}, who calls.
 */
@NullMarked
package dev.runner.e2e;

import org.jspecify.annotations.NullMarked;
