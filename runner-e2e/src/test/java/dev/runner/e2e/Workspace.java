package dev.runner.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The repo in which the scripts of the tests run, and how a test speaks with them: by gates, which are pipes at which a
 * script waits, and by lines that each start leaves. So a test waits for the script itself, never for a while.
 */
final class Workspace {
    private final Path root;

    private Workspace(Path root) {
        this.root = root;
    }

    static Workspace in(Path folder) {
        try {
            Path root = Files.createDirectories(folder.resolve("workspace")).toRealPath();
            Path source =
                    Path.of(Objects.requireNonNull(Workspace.class.getResource("/workspace"), "the scripts are missing")
                            .toURI());
            Files.createDirectories(root.resolve("scripts"));
            Files.createDirectories(root.resolve("gates"));
            Files.createDirectories(root.resolve("started"));
            Files.copy(source.resolve("runner.yml"), root.resolve("runner.yml"));
            try (Stream<Path> scripts = Files.list(source.resolve("scripts"))) {
                for (Path script : scripts.toList()) {
                    Path copy =
                            root.resolve("scripts").resolve(script.getFileName().toString());
                    Files.copy(script, copy);
                    Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwx------"));
                }
            }
            return new Workspace(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    Path root() {
        return root;
    }

    Path registry() {
        return root.resolve("runner.yml");
    }

    /** Makes a gate, closed. */
    String gate(String name) {
        try {
            Process made = new ProcessBuilder("mkfifo", gateFile(name).toString())
                    .inheritIO()
                    .start();
            if (!made.waitFor(30, TimeUnit.SECONDS) || made.exitValue() != 0) {
                throw new IllegalStateException("no pipe could be made for " + name);
            }
            return name;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Lets the one who waits there pass; if nobody has come yet, waits for them. */
    void open(String gate) {
        try (OutputStream pipe = Files.newOutputStream(gateFile(gate))) {
            pipe.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The lines that starts left under this name. */
    List<String> started(String name) {
        Path file = root.resolve("started").resolve(name);
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The processes that started under this name, once there are so many; all of them run. */
    List<Long> processes(String name, int count) {
        List<Long> pids = Eventually.get(
                        "%d starts of %s".formatted(count, name), () -> started(name), lines -> lines.size() >= count)
                .stream()
                .map(line -> Long.valueOf(line.strip()))
                .toList();
        assertThat(pids).hasSize(count).allMatch(JobProcesses::isAlive);
        return pids;
    }

    private Path gateFile(String name) {
        return root.resolve("gates").resolve(name);
    }
}
