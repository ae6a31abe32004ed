package dev.runner.worker.execution.workspace;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The few system calls that Java has no equal for. {@code ProcessHandle.destroy} reaches single processes only, never
 * a group; starting {@code kill(1)} instead costs a process for each signal, at the very moment when processes may have
 * run out, and gives the pid milliseconds to be used again between the check and the signal. And no Java API opens a
 * file both without following links and in a way that a child can be given. Looking at all processes means hundreds of
 * tiny files, some of them gone by then; with streams and their exceptions that took longer than starting a job.
 */
final class Libc {
    static final int TERM = 15;
    static final int KILL = 9;
    static final int CONTINUE = 18;
    /** Sends nothing: only asks whether anybody is there. */
    static final int PROBE = 0;

    // Linux, the same on x86-64, arm64 and riscv64 but for O_NOFOLLOW.
    private static final int O_RDONLY = 0;
    private static final int O_RDWR = 2;
    private static final int O_CREAT = 0100;
    private static final int O_APPEND = 02000;
    private static final int O_NONBLOCK = 04000;
    private static final int O_CLOEXEC = 02000000;
    private static final int O_NOFOLLOW = "aarch64".equals(System.getProperty("os.arch")) ? 0100000 : 0400000;
    private static final int OWNER_ONLY = 0600;
    private static final int ENOENT = 2;
    private static final int ESRCH = 3;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");
    private static final MethodHandle KILL_CALL =
            call("kill", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT), WITH_ERRNO);
    private static final MethodHandle OPEN_CALL = call(
            "open",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
            WITH_ERRNO,
            Linker.Option.firstVariadicArg(2));
    private static final MethodHandle READ_CALL =
            call("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG), WITH_ERRNO);
    private static final MethodHandle SIGNAL_CALL = call("signal", FunctionDescriptor.of(ADDRESS, JAVA_INT, ADDRESS));
    private static final MethodHandle CLOSE_CALL = call("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private Libc() {}

    /**
     * Signals a process, or with a negative number a group.
     *
     * @return whether there was anybody to signal, or to ask
     */
    static boolean kill(long pid, int signal) {
        // 0 is one's own group, -1 everybody, and 1 or its group the whole machine or container.
        if (pid == 0 || Math.abs(pid) == 1) {
            throw new IllegalArgumentException("never signalled: " + pid);
        }
        try (var arena = Arena.ofConfined()) {
            return (int) KILL_CALL.invokeExact(arena.allocate(STATE), Math.toIntExact(pid), signal) == 0;
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Catches a signal and does nothing about it. Not with Java's own means, which leave alone what is ignored. The
     * function that is called only returns its argument's amount, which is a number like any other to throw away.
     */
    static void disregard(int signal) {
        try {
            var ignored = (MemorySegment)
                    SIGNAL_CALL.invokeExact(signal, LINKER.defaultLookup().findOrThrow("abs"));
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    /**
     * Opens a file for reading and appending, made with mode 0600 if it is missing. Follows no link in the last place of
     * its path, waits for no reader of a pipe, and is not inherited.
     *
     * @return the descriptor's number
     */
    static int openForAppending(Path path) throws IOException {
        return open(path, O_RDWR | O_CREAT | O_APPEND);
    }

    /**
     * Opens a file for reading. Follows no link in the last place of its path, waits for no writer of a pipe, and is not
     * inherited.
     *
     * @return the descriptor's number
     */
    static int openForReading(Path path) throws IOException {
        return open(path, O_RDONLY);
    }

    private static int open(Path path, int how) throws IOException {
        int fd;
        int errno;
        try (var arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment name = arena.allocateFrom(path.toString(), StandardCharsets.UTF_8);
            int flags = how | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW;
            fd = (int) OPEN_CALL.invokeExact(state, name, flags, OWNER_ONLY);
            errno = (int) ERRNO.get(state, 0L);
        } catch (Throwable e) {
            throw unexpected(e);
        }
        if (fd < 0) {
            throw new IOException("cannot open %s: %s".formatted(path, explain(errno)));
        }
        return fd;
    }

    /** For {@link #read}: no such file, or a process that is gone. */
    static final int NOT_THERE = -1;

    /** For {@link #read}: anything else, such as a file of somebody else's. */
    static final int NOT_READABLE = -2;

    /** Fills the buffer with the beginning of a file; returns how many bytes, or one of the negative numbers above. */
    static int read(String path, MemorySegment buffer) {
        try (var arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            MemorySegment name = arena.allocateFrom(path, StandardCharsets.UTF_8);
            int fd = (int) OPEN_CALL.invokeExact(state, name, O_RDONLY | O_CLOEXEC, 0);
            if (fd < 0) {
                return failure((int) ERRNO.get(state, 0L));
            }
            try {
                long count = (long) READ_CALL.invokeExact(state, fd, buffer, buffer.byteSize());
                return count < 0 ? failure((int) ERRNO.get(state, 0L)) : (int) count;
            } finally {
                close(fd);
            }
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static int failure(int errno) {
        return errno == ENOENT || errno == ESRCH ? NOT_THERE : NOT_READABLE;
    }

    static void close(int fd) {
        try {
            int ignored = (int) CLOSE_CALL.invokeExact(fd);
        } catch (Throwable e) {
            throw unexpected(e);
        }
    }

    private static String explain(int errno) {
        return switch (errno) {
            case 2 -> "no such file or folder";
            case 13 -> "permission denied";
            case 23, 24 -> "too many open files";
            case 28 -> "no space left on device";
            case 30 -> "read-only file system";
            case 40 -> "it is a symbolic link";
            case 122 -> "disk quota exceeded";
            default -> "error " + errno;
        };
    }

    private static MethodHandle call(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
    }

    private static IllegalStateException unexpected(Throwable e) {
        return new IllegalStateException("system call could not be made", e);
    }
}
