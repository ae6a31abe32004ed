package dev.runner.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A whitelist of the measurements' own, a folder to run in, and a folder for logs; all removed in the end. */
final class Workspace implements AutoCloseable {
    /** Prints when it does so, in nanoseconds of the wall clock, and ends: as little as a job can be. */
    static final List<String> TELL_TIME = List.of("date", "+%s%N");

    static final String TIME_SCRIPT = "bench.time";
    static final String SLEEP_SCRIPT = "bench.sleep";

    private static final String REGISTRY = """
            scripts:
              - key: bench.time
                label: Time
                description: Prints the time.
                command: [date, "+%s%N"]
              - key: bench.sleep
                label: Sleep
                description: Does nothing for ten minutes.
                command: [sleep, "600"]
            """;

    private final Path folder;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    static Workspace create() {
        try {
            var workspace =
                    new Workspace(Files.createTempDirectory("runner-bench").toRealPath());
            Files.createDirectory(workspace.repo());
            Files.createDirectory(workspace.logs());
            Files.writeString(workspace.registry(), REGISTRY);
            return workspace;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path repo() {
        return folder.resolve("repo");
    }

    Path logs() {
        return folder.resolve("logs");
    }

    Path registry() {
        return folder.resolve("runner.yml");
    }

    /** For whatever else a measurement writes. */
    Path file(String name) {
        return folder.resolve(name);
    }

    /** The time a job printed; zero as long as it has not. */
    static long toldNanos(Path log) {
        try {
            String text = Files.exists(log) ? Files.readString(log) : "";
            return text.endsWith("\n") ? Long.parseLong(text.strip()) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
