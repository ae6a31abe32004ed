package dev.runner.worker.command;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when the process is told to stop: an orderly end within a limit, and an end at once when it is told a
 * second time. Jobs outlive either.
 */
final class OrderlyStop {
    private static final Logger LOG = LoggerFactory.getLogger(OrderlyStop.class);
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;

    private OrderlyStop() {}

    static void whenTold(Supplier<Duration> atMost, Runnable stop, IntSupplier exitCode) {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("stop-worker").unstarted(() -> {
                    obeyTheNextSignal();
                    Duration limit = atMost.get();
                    LOG.atInfo()
                            .addKeyValue("at_most_s", limit.toSeconds())
                            .log("stopping; told again, it stops at once");
                    Thread stopping =
                            Thread.ofPlatform().name("stopping").daemon().start(stop);
                    try {
                        if (!stopping.join(limit)) {
                            LOG.atWarn().log("not everything was written down in time; the next worker goes on");
                        }
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    Runtime.getRuntime().halt(exitCode.getAsInt());
                }));
    }

    /** The Java runtime ignores signals once it is shutting down; given back to the system, they end the process. */
    private static void obeyTheNextSignal() {
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle signal = linker.downcallHandle(
                    linker.defaultLookup().find("signal").orElseThrow(),
                    FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));
            for (int number : new int[] {SIGTERM, SIGINT}) {
                MemorySegment before = (MemorySegment) signal.invokeExact(number, MemorySegment.NULL);
                LOG.atTrace().log("the handler at {} is out of use", before.address());
            }
        } catch (Throwable e) {
            LOG.atDebug().setCause(e).log("a second signal will be ignored");
        }
    }
}
