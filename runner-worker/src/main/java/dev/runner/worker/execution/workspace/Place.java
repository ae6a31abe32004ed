package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.ProcessIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where pids mean what they mean: one boot of one kernel, and there one pid namespace. Two containers of one host share
 * the boot id and often the log folder, and still each has its own process 7.
 */
record Place(String host, String bootId, String pidNamespace) {
    static Place current() {
        try {
            return new Place(
                    Files.readString(Path.of("/proc/sys/kernel/hostname")).strip(),
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip(),
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString());
        } catch (IOException e) {
            throw new UncheckedIOException("local processes need Linux and its /proc", e);
        }
    }

    ProcessIdentity identity(long pid, long startTicks) {
        return new ProcessIdentity(host, bootId, pid, startTicks);
    }

    /** Three words, as they stand in a control file. */
    @Override
    public String toString() {
        return "%s %s %s".formatted(host, bootId, pidNamespace);
    }
}
