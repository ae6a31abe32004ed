/**
 * Breaks a real installation on purpose and proves afterwards that no job was lost, doubled or lied about: packaged
 * workers, a PostgreSQL server of its own, real scripts, and a wire between them that can be cut.
 *
 * <p>It must not reach into the worker: what it knows, it knows from the database, from /proc and from what the scripts
 * wrote. Start reading at {@link dev.runner.worker.faults.Scenario}; {@link dev.runner.worker.faults.Checker} says what
 * has to hold.
 */
@NullMarked
package dev.runner.worker.faults;

import org.jspecify.annotations.NullMarked;
