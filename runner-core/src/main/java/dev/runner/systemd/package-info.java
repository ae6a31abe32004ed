/**
 * How a program tells the service manager that it is ready, alive or stopping: the protocol of {@code sd_notify(3)},
 * spoken without a library. Started by anything else than a service manager, it says nothing.
 *
 * <p>It must not know what it speaks of. Start reading at {@link dev.runner.systemd.ServiceManager}.
 */
@NullMarked
package dev.runner.systemd;

import org.jspecify.annotations.NullMarked;
