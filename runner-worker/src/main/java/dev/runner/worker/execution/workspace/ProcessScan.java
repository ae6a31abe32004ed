package dev.runner.worker.execution.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The environments and marks of all processes as one look found them, each read when it is first asked for and then kept: several
 * attempts that end at about the same time are looked after by one look. Not thread-safe; to be closed.
 */
final class ProcessScan implements AutoCloseable {
    /** Larger environments are read in another way, which is slower. */
    private static final int BUFFER = 64 << 10;

    private static final byte[] NONE = new byte[0];

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment buffer = arena.allocate(BUFFER);
    private final Map<Long, byte[]> environments = new HashMap<>();
    private final Map<Long, Long> marks = new HashMap<>();
    private final Set<Long> gone = new HashSet<>();
    private final Set<Long> foreign = new HashSet<>();
    private long @Nullable [] pids;
    private long newest = -1;

    /** Listed when first asked for, which is before any of them is looked at. */
    long[] pids() {
        long[] listed = pids;
        if (listed == null) {
            listed = MarkedProcesses.allPids();
            newest = PidRange.newest();
            pids = listed;
        }
        return listed;
    }

    /** The newest pid, read after they were listed, so that all of those since some moment are below it. */
    long newest() {
        return newest;
    }

    /** Its NUL-terminated entries; none if there is nobody any more, if it is not ours to read, or in the middle of exec. */
    byte[] environment(long pid) {
        return environments.computeIfAbsent(pid, this::read);
    }

    /** Whether a process whose environment was asked for had gone by then. */
    boolean isGone(long pid) {
        return gone.contains(pid);
    }

    /** Whether the environment that was asked for is not ours to read. */
    boolean isForeign(long pid) {
        return foreign.contains(pid);
    }

    /** Its {@link LimitMark}, or {@link LimitMark#NONE}. */
    long mark(long pid) {
        return marks.computeIfAbsent(pid, this::readMark);
    }

    private long readMark(long pid) {
        int count = Libc.read("/proc/" + pid + "/limits", buffer);
        return count <= 0
                ? LimitMark.NONE
                : LimitMark.in(
                        new String(buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE), StandardCharsets.US_ASCII));
    }

    private byte[] read(long pid) {
        String file = "/proc/" + pid + "/environ";
        int count = Libc.read(file, buffer);
        if (count < 0) {
            (count == Libc.NOT_THERE ? gone : foreign).add(pid);
            return NONE;
        }
        return count == BUFFER ? readLarge(pid, file) : buffer.asSlice(0, count).toArray(ValueLayout.JAVA_BYTE);
    }

    private byte[] readLarge(long pid, String file) {
        try (var in = new FileInputStream(file)) {
            return in.readAllBytes();
        } catch (IOException e) {
            gone.add(pid);
            return NONE;
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
