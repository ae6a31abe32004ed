package dev.runner.systemd;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

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

/**
 * A Unix datagram socket to which messages are sent, one at a time. Java knows such sockets as streams only, and
 * starting {@code systemd-notify(1)} instead would be a new process for each sign of life, which the manager believes
 * only from the main process.
 */
final class NotifySocket {
    /** What {@code sockaddr_un} has room for on Linux. */
    private static final int LONGEST = 108;

    // Linux, the same on every architecture Java runs on there.
    private static final short AF_UNIX = 1;
    private static final int SOCK_DGRAM = 2;
    private static final int SOCK_CLOEXEC = 02000000;
    private static final int MSG_NOSIGNAL = 0x4000;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final StructLayout STATE = Linker.Option.captureStateLayout();
    private static final VarHandle ERRNO = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final Linker.Option WITH_ERRNO = Linker.Option.captureCallState("errno");
    private static final MethodHandle SOCKET_CALL =
            call("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT), WITH_ERRNO);
    private static final MethodHandle SEND_CALL = call(
            "sendto",
            FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT),
            WITH_ERRNO);
    private static final MethodHandle CLOSE_CALL = call("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

    private final byte[] name;

    /**
     * The socket of that address.
     *
     * @param address a path, or {@code @} and a name in the abstract namespace
     * @throws IllegalArgumentException if it is neither, or too long
     */
    NotifySocket(String address) {
        byte[] bytes = address.getBytes(StandardCharsets.UTF_8);
        if (bytes.length < 2 || bytes.length > LONGEST - 1 || (bytes[0] != '/' && bytes[0] != '@')) {
            throw new IllegalArgumentException("not the address of a socket: " + address);
        }
        if (bytes[0] == '@') {
            bytes[0] = 0;
        }
        this.name = bytes;
    }

    /** Sends one message, over a descriptor that lives only for it: the manager's socket may be made anew meanwhile. */
    void send(String message) throws IOException {
        try (var arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(STATE);
            int fd = (int) SOCKET_CALL.invokeExact(state, (int) AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
            if (fd < 0) {
                throw failure("no socket", state);
            }
            try {
                MemorySegment bytes = arena.allocateFrom(JAVA_BYTE, message.getBytes(StandardCharsets.UTF_8));
                MemorySegment address = arena.allocate(Short.BYTES + LONGEST, Short.BYTES);
                address.set(JAVA_SHORT, 0, AF_UNIX);
                MemorySegment.copy(name, 0, address, JAVA_BYTE, Short.BYTES, name.length);
                // Exact, because every byte of an abstract name counts, and a path need not end with a zero.
                int length = Short.BYTES + name.length;
                long sent =
                        (long) SEND_CALL.invokeExact(state, fd, bytes, bytes.byteSize(), MSG_NOSIGNAL, address, length);
                if (sent != bytes.byteSize()) {
                    throw failure("not sent", state);
                }
            } finally {
                int ignored = (int) CLOSE_CALL.invokeExact(fd);
            }
        } catch (IOException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("system call could not be made", e);
        }
    }

    private static IOException failure(String what, MemorySegment state) {
        return new IOException("%s: error %d".formatted(what, (int) ERRNO.get(state, 0L)));
    }

    private static MethodHandle call(String name, FunctionDescriptor descriptor, Linker.Option... options) {
        return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), descriptor, options);
    }
}
