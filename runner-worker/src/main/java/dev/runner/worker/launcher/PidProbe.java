package dev.runner.worker.launcher;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;

/**
 * Asks the kernel whether there is a process, by a signal that is none. Java asks {@code /proc}, where processes of other
 * users, and those that forbid to be looked into, as workers do, can be invisible.
 */
final class PidProbe {
    private static final int ESRCH = 3;
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle KILL = Linker.nativeLinker()
            .downcallHandle(
                    Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT),
                    Linker.Option.captureCallState("errno"));

    private PidProbe() {}

    /** False only if there certainly is none. */
    static boolean mayExist(long pid) {
        if (pid < 1 || pid > Integer.MAX_VALUE) {
            return false;
        }
        try (var arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int answer = (int) KILL.invokeExact(state, (int) pid, 0);
            return answer == 0 || (int) ERRNO.get(state, 0L) != ESRCH;
        } catch (Throwable e) {
            throw new IllegalStateException("system call could not be made", e);
        }
    }
}
