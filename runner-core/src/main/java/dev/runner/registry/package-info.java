/**
 * The whitelist: which scripts may run, which arguments they take, and how a checked request becomes an argv.
 *
 * <p>Knows neither the database nor HTTP, so that the API and the worker apply the very same rules. Start reading at
 * {@link dev.runner.registry.RegistryLoader} (file to {@link dev.runner.registry.Registry}) and
 * {@link dev.runner.registry.Script} (request to command line).
 */
@NullMarked
package dev.runner.registry;

import org.jspecify.annotations.NullMarked;
