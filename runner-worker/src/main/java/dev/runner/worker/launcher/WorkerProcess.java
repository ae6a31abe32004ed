package dev.runner.worker.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A worker's process, so that another worker of the same host can see that it is gone.
 *
 * @param place where the pid means something: the boot, the pid namespace, and which machine it is, as far as that is known
 */
record WorkerProcess(String place, long pid, long startTicks) {
    /** Counted from behind the program's name, which may hold spaces and parentheses: field 22 of the manual. */
    private static final int START_TICKS = 19;

    private static final String UNKNOWN_MACHINE = "-";

    static WorkerProcess current() {
        long pid = ProcessHandle.current().pid();
        return new WorkerProcess(
                currentPlace(),
                pid,
                startTicks(pid).orElseThrow(() -> new IllegalStateException("this process is not in /proc")));
    }

    private static String currentPlace() {
        try {
            return "%s %s %s"
                    .formatted(
                            Files.readString(Path.of("/proc/sys/kernel/random/boot_id"))
                                    .strip(),
                            Files.readSymbolicLink(Path.of("/proc/self/ns/pid")),
                            machine());
        } catch (IOException e) {
            throw new UncheckedIOException("the worker needs Linux and its /proc", e);
        }
    }

    /** Host names are given twice; this is not, at least not by whoever installs a system. Containers often have none. */
    private static String machine() {
        return Stream.of("/etc/machine-id", "/var/lib/dbus/machine-id")
                .map(Path::of)
                .flatMap(file -> {
                    try {
                        return Files.readString(file).strip().lines();
                    } catch (IOException e) {
                        return Stream.empty();
                    }
                })
                .filter(id -> id.matches("[0-9a-f]{32}"))
                .findFirst()
                .orElse(UNKNOWN_MACHINE);
    }

    /**
     * Whether it is certainly gone, as seen from {@code here}. Of an earlier boot of this machine everything is; but in
     * another namespace of this boot, or on a machine that may be another one of the same name, nothing is certain. A
     * process that cannot be seen may still be there.
     */
    boolean isGone(WorkerProcess here) {
        if (!word(0).equals(here.word(0))) {
            return !word(2).equals(UNKNOWN_MACHINE) && word(2).equals(here.word(2));
        }
        if (!word(1).equals(here.word(1))) {
            return false;
        }
        return startTicks(pid).map(ticks -> ticks != startTicks).orElseGet(() -> !PidProbe.mayExist(pid));
    }

    /** How those who see the same processes write their place; without the machine, too, as earlier versions did. */
    List<String> sharedPlaces() {
        return List.of(place, word(0) + " " + word(1));
    }

    private String word(int index) {
        String[] words = place.split(" ", -1);
        return index < words.length ? words[index] : UNKNOWN_MACHINE;
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
