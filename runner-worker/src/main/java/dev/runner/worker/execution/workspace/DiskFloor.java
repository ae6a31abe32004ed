package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.DiskSpace;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The free space below which nothing new is started, so that what runs can still write its log and its end.
 *
 * @param folder any folder of the file system in question
 */
public record DiskFloor(Path folder, long bytes) {
    private static final long MIB = 1 << 20;

    /** What there is; empty when the file system does not tell. */
    public Optional<DiskSpace> space() {
        try {
            FileStore store = Files.getFileStore(folder);
            return Optional.of(new DiskSpace(store.getUsableSpace(), store.getTotalSpace(), bytes));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Why nothing may be started just now; empty when there is enough. Asks the file system each time. */
    public Optional<String> refusal() {
        try {
            FileStore store = Files.getFileStore(folder);
            // Asked of the kernel: Java judges by the mount it finds for the device, which is the wrong one where a
            // writable folder lies in a tree that was made read-only, as under systemd's ProtectSystem=strict.
            if (!Files.isWritable(folder)) {
                return Optional.of("log folder is not writable, or on a read-only file system");
            }
            long free = store.getUsableSpace();
            return free >= bytes
                    ? Optional.empty()
                    : Optional.of("log folder has %d MiB free, less than the %d MiB that must stay"
                            .formatted(free / MIB, (bytes + MIB - 1) / MIB));
        } catch (IOException e) {
            return Optional.of("log folder cannot be examined: " + e.getMessage());
        }
    }
}
