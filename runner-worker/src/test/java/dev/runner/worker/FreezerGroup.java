package dev.runner.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * A control group whose processes can be put into uninterruptible sleep: those that a freezer of version 1 has frozen
 * cannot be killed before they are thawed.
 */
public final class FreezerGroup implements AutoCloseable {
    private final Path path;

    private FreezerGroup(Path path) {
        this.path = path;
    }

    /** Empty where none may be made. */
    public static Optional<FreezerGroup> create() {
        Path path = Path.of("/sys/fs/cgroup/freezer/runner-test-" + UUID.randomUUID());
        try {
            Files.createDirectory(path);
            return Optional.of(new FreezerGroup(path));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What a script does to get in. */
    public String enter() {
        return "echo $$ >" + path + "/cgroup.procs";
    }

    /** What a script does to freeze everybody in it, itself perhaps included. */
    public String freeze() {
        return "echo FROZEN >" + path + "/freezer.state";
    }

    @Override
    public void close() throws IOException, InterruptedException {
        Files.writeString(path.resolve("freezer.state"), "THAWED");
        // Whoever was killed dies now; the group can be removed when all have.
        for (int i = 0; i < 1000; i++) {
            if (Files.readString(path.resolve("cgroup.procs")).isEmpty()) {
                break;
            }
            Thread.sleep(10);
        }
        Files.delete(path);
    }
}
