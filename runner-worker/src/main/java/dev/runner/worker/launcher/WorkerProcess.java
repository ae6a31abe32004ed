package dev.runner.worker.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A worker's process, so that another worker of the same host can see that it is gone.
 *
 * @param place the boot and the pid namespace in which the pid means something
 */
record WorkerProcess(String place, long pid, long startTicks) {
    /** Counted from behind the program's name, which may hold spaces and parentheses: field 22 of the manual. */
    private static final int START_TICKS = 19;

    static WorkerProcess current() {
        long pid = ProcessHandle.current().pid();
        return new WorkerProcess(
                currentPlace(),
                pid,
                startTicks(pid).orElseThrow(() -> new IllegalStateException("this process is not in /proc")));
    }

    private static String currentPlace() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip() + " "
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException e) {
            throw new UncheckedIOException("the worker needs Linux and its /proc", e);
        }
    }

    /**
     * Whether it is certainly gone, as seen from {@code here}. In another namespace of this boot nothing is certain; of
     * an earlier boot everything is gone.
     */
    boolean isGone(WorkerProcess here) {
        if (!boot(place).equals(boot(here.place))) {
            return true;
        }
        return place.equals(here.place)
                && startTicks(pid).filter(ticks -> ticks == startTicks).isEmpty();
    }

    private static String boot(String place) {
        int end = place.indexOf(' ');
        return end < 0 ? place : place.substring(0, end);
    }

    private static Optional<Long> startTicks(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            List<String> fields =
                    List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
            return Optional.of(Long.parseLong(fields.get(START_TICKS)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
