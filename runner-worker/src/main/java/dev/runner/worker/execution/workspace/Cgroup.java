package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A cgroup (version 2) of one attempt. Nothing a job does makes its processes leave it by accident, so where the worker
 * has been given a subtree ({@code Delegate=yes}) it finds and ends them all at once; elsewhere the markers in their
 * environment must do.
 */
record Cgroup(Path path) {
    /** What the unit calls the part of its cgroup that the worker itself is in ({@code DelegateSubgroup=}). */
    private static final String WORKERS_PART = "worker";

    private static final Logger LOG = LoggerFactory.getLogger(Cgroup.class);

    /** The one for an attempt, below one that was given to the worker. */
    static Cgroup of(Path root, AttemptKey key) {
        return new Cgroup(root.resolve(name(key)));
    }

    private static String name(AttemptKey key) {
        return "runner-" + key;
    }

    /**
     * The one that was noted for an attempt; none if a job made it another path, to whose files nobody could say what
     * they do.
     */
    static Optional<Cgroup> noted(String text, AttemptKey key) {
        if (text.isEmpty() || text.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        Path path = Path.of(text);
        return path.endsWith(name(key))
                        && path.normalize().equals(path)
                        && mounts().stream().anyMatch(path::startsWith)
                ? Optional.of(new Cgroup(path))
                : Optional.empty();
    }

    /**
     * The cgroup that was given to the worker, if groups may be made in it. That of the whole machine is never taken.
     *
     * <p>Limits can be set only in groups below one that has no processes of its own, so where the worker is in a part of
     * what it was given, jobs get theirs beside it, with limits. Otherwise they get theirs below it, without: the worker
     * could move itself out of the way, but systemd could not start the next one there as long as jobs of this one live.
     */
    static Optional<Path> delegated() {
        try {
            Optional<String> own = Files.readAllLines(Path.of("/proc/self/cgroup")).stream()
                    .filter(line -> line.startsWith("0::/"))
                    .map(line -> line.substring("0::/".length()))
                    .filter(path -> !path.isEmpty() && !path.contains(".."))
                    .findFirst();
            return own.flatMap(path -> mounts().stream().findFirst().map(mount -> delegated(mount.resolve(path))))
                    .filter(Cgroup::isOurs);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Path delegated(Path own) {
        Path parent = own.getParent();
        if (own.endsWith(WORKERS_PART) && parent != null && isOurs(parent)) {
            enableLimits(parent);
            return parent;
        }
        return own;
    }

    private static boolean isOurs(Path path) {
        return Files.isWritable(path)
                && Files.isWritable(path.resolve("cgroup.procs"))
                && Files.exists(path.resolve("cgroup.kill"));
    }

    /** Lets groups below this one have limits, as far as whoever gave it to us allows. */
    static void enableLimits(Path root) {
        for (String controller : List.of("pids", "memory")) {
            try {
                Files.writeString(root.resolve("cgroup.subtree_control"), "+" + controller, StandardOpenOption.WRITE);
            } catch (IOException e) {
                LOG.atInfo()
                        .addKeyValue("controller", controller)
                        .addKeyValue("reason", e.getMessage())
                        .log("control groups of jobs cannot limit this");
            }
        }
    }

    /** Whether groups below this one can have such limits. */
    static boolean limits(Path root, String controller) {
        try {
            return List.of(Files.readString(root.resolve("cgroup.subtree_control"))
                            .strip()
                            .split(" ", -1))
                    .contains(controller);
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Path> mounts() {
        try {
            return Files.readAllLines(Path.of("/proc/self/mounts")).stream()
                    .map(line -> List.of(line.split(" ", -1)))
                    .filter(words -> words.get(2).equals("cgroup2"))
                    .map(words -> Path.of(words.get(1)))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Makes it, with as many of the limits as can be set here. */
    void create(JobLimits limits) throws IOException {
        Files.createDirectory(path);
        limit("pids.max", limits.processes());
        limit("memory.max", limits.memoryBytes());
    }

    private void limit(String file, long value) throws IOException {
        if (value > 0 && Files.exists(path.resolve(file))) {
            Files.writeString(path.resolve(file), Long.toString(value), StandardOpenOption.WRITE);
        }
    }

    /** Whether the kernel has ended any of its processes for lack of memory. */
    boolean ranOutOfMemory() {
        try {
            return Files.readAllLines(path.resolve("memory.events")).stream()
                    .anyMatch(line -> line.startsWith("oom_kill ") && !line.endsWith(" 0"));
        } catch (IOException e) {
            return false;
        }
    }

    boolean limitsProcesses() {
        return Files.exists(path.resolve("pids.max"));
    }

    /** Whether it counts what memory its processes use. */
    boolean countsMemory() {
        return Files.exists(path.resolve("memory.events"));
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

    /** Those of the groups below it, too, which a job may have made. */
    List<Long> processes() {
        return withThoseBelow().stream()
                .flatMap(group -> group.ownProcesses().stream())
                .toList();
    }

    /** The deepest first. */
    private List<Cgroup> withThoseBelow() {
        var groups = new ArrayList<Cgroup>();
        try (DirectoryStream<Path> below = Files.newDirectoryStream(path, Files::isDirectory)) {
            below.forEach(child -> groups.addAll(new Cgroup(child).withThoseBelow()));
        } catch (IOException | DirectoryIteratorException e) {
            // Removed meanwhile.
        }
        groups.add(this);
        return groups;
    }

    private List<Long> ownProcesses() {
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
            for (Cgroup group : withThoseBelow()) {
                Files.deleteIfExists(group.path);
            }
        } catch (IOException e) {
            // Still populated by something that could not be ended: reported as leaked already.
        }
    }
}
