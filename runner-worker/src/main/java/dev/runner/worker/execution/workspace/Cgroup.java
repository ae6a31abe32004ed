package dev.runner.worker.execution.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;

/**
 * A cgroup (version 2) of one attempt. Nothing a job does makes its processes leave it by accident, so where the worker
 * has been given a subtree ({@code Delegate=yes}) it finds and ends them all at once; elsewhere the markers in their
 * environment must do.
 */
record Cgroup(Path path) {
    /** The worker's own cgroup, if groups may be made in it. That of the whole machine is never taken. */
    static Optional<Path> delegated() {
        try {
            Optional<String> own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                    .filter(line -> line.startsWith("0::/"))
                    .map(line -> line.substring("0::/".length()))
                    .filter(path -> !path.isEmpty() && !path.contains(".."))
                    .findFirst();
            return own.flatMap(path -> mount().map(mount -> mount.resolve(path)))
                    .filter(path -> Files.isWritable(path) && Files.isWritable(path.resolve("cgroup.procs")))
                    .filter(path -> Files.exists(path.resolve("cgroup.kill")));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<Path> mount() {
        try {
            return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                    .map(line -> List.of(line.split(" ", -1)))
                    .filter(words -> words.get(2).equals("cgroup2"))
                    .map(words -> Path.of(words.get(1)))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void create() throws IOException {
        Files.createDirectory(path);
    }

    boolean isPopulated() {
        try {
            return Files.readAllLines(path.resolve("cgroup.events")).contains("populated 1");
        } catch (IOException e) {
            return false;
        }
    }

    void kill() {
        try {
            Files.writeString(path.resolve("cgroup.kill"), "1", StandardOpenOption.WRITE);
        } catch (IOException e) {
            // Gone, or a kernel before 5.14: then the caller finds it populated again, and reports it.
        }
    }

    List<Long> processes() {
        try {
            return Files.readAllLines(path.resolve("cgroup.procs")).stream()
                    .map(Long::valueOf)
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    void remove() {
        try {
            Files.deleteIfExists(path);
        } catch (NoSuchFileException e) {
            // Already removed.
        } catch (IOException e) {
            // Still populated by something that could not be ended: reported as leaked already.
        }
    }
}
