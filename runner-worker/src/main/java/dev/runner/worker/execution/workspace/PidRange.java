package dev.runner.worker.execution.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongPredicate;

/**
 * Which pids descendants of a process can have. The kernel gives them out in a circle, so those given out since then lie
 * between that of the process and the newest. On a busy machine that spares nearly all of the looking: whoever was there
 * before, or has a number from an earlier round, is none of them.
 */
sealed interface PidRange {
    /** For a process of which it is not known when it started. */
    PidRange ALL = new Everybody();

    /** Those that can be descendants, when this is the newest pid, read after the pids were listed. */
    LongPredicate upTo(long newest);

    /**
     * The pids that what this process starts can have.
     *
     * @param startedNanos when it was started itself, in nanoseconds of this JVM
     */
    static PidRange descendantsOf(long pid, long startedNanos) {
        // In one read: the kernel gives out a setting whole or not at all, and Files.readString begins with one byte.
        try (var in = new FileInputStream("/proc/sys/kernel/pid_max")) {
            String largest = new String(in.readNBytes(32), StandardCharsets.US_ASCII);
            return new Since(pid, startedNanos, Long.parseLong(largest.strip()));
        } catch (IOException | NumberFormatException e) {
            return ALL;
        }
    }

    /** The pid that was given out last, or a negative number when that cannot be told. */
    static long newest() {
        try {
            String load = Files.readString(Path.of("/proc/loadavg")).strip();
            return Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
        } catch (IOException | NumberFormatException e) {
            return -1;
        }
    }

    /** No bound. */
    record Everybody() implements PidRange {
        @Override
        public LongPredicate upTo(long newest) {
            return pid -> true;
        }
    }

    /** Given out since a process was started, as long as the circle cannot have been closed since. */
    record Since(long first, long startedNanos, long largest) implements PidRange {
        /** More than any machine starts; what it takes to use all pids once bounds when one could be used again. */
        private static final long STARTS_PER_MILLISECOND = 20;

        @Override
        public LongPredicate upTo(long newest) {
            return upTo(newest, Duration.ofNanos(System.nanoTime() - startedNanos));
        }

        LongPredicate upTo(long newest, Duration age) {
            if (newest < 0 || age.toMillis() * STARTS_PER_MILLISECOND >= largest) {
                return pid -> true;
            }
            return newest >= first ? pid -> pid > first && pid <= newest : pid -> pid > first || pid <= newest;
        }
    }
}
