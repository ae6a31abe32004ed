/**
 * What both deployables settle before they serve anybody: the settings they share, and whether the installation is fit
 * to be used. Everything that is wrong is found at once.
 *
 * <p>It must not know HTTP or command lines. Start reading at {@link dev.runner.startup.StartupChecks}.
 */
@NullMarked
package dev.runner.startup;

import org.jspecify.annotations.NullMarked;
