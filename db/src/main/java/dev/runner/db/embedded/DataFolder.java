package dev.runner.db.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The folder of a kept server, put right before a start: what a crash, a {@code kill -9} or a reboot left in it must not
 * block the next one.
 */
final class DataFolder {
    /** A fast shutdown only has to end sessions and write a checkpoint; a slow disk may take its time for that. */
    private static final Duration STOP = Duration.ofSeconds(60);

    private final Path folder;

    DataFolder(Path folder) {
        this.folder = folder;
    }

    void prepare() throws IOException {
        Files.createDirectories(folder.toAbsolutePath().getParent());
        setAsideHalfMade();
        stopLeftOver();
    }

    /** Notes that the folder holds a whole database, so that a later start need not doubt it. */
    void complete() throws IOException {
        Files.writeString(marker(), "The folder beside this file holds a complete PostgreSQL database.\n");
    }

    /** The live server process that the folder names, if it still is one. */
    Optional<ProcessHandle> server() throws IOException {
        if (!Files.exists(pidFile())) {
            return Optional.empty();
        }
        return firstNumber(pidFile()).flatMap(ProcessHandle::of).filter(DataFolder::isPostgres);
    }

    /**
     * A first start that was killed half-way leaves a folder that looks like a database and never starts. It is renamed
     * rather than deleted: removing somebody's data on a guess is worse than a leftover folder.
     */
    private void setAsideHalfMade() throws IOException {
        if (Files.exists(marker()) || !Files.exists(folder)) {
            return;
        }
        try (var content = Files.list(folder)) {
            if (content.findAny().isEmpty()) {
                return;
            }
        }
        int n = 1;
        while (Files.exists(beside(".incomplete-" + n))) {
            n++;
        }
        Files.move(folder, beside(".incomplete-" + n));
        System.out.println("an interrupted first start was set aside as " + beside(".incomplete-" + n));
    }

    /**
     * The server is a process of its own and outlives a killed starter. A process id that now belongs to something else
     * is forgotten, because PostgreSQL itself would take any live process of this user for its former self.
     */
    private void stopLeftOver() throws IOException {
        Path pidFile = pidFile();
        if (!Files.exists(pidFile)) {
            return;
        }
        Optional<ProcessHandle> server = server();
        if (server.isEmpty()) {
            Files.deleteIfExists(pidFile);
            return;
        }
        System.out.println("stopping the server of an earlier start, process "
                + server.get().pid());
        // PostgreSQL's signals: INT ends the sessions and stops in order, QUIT stops at once and recovers at next
        // start.
        for (String signal : List.of("INT", "QUIT")) {
            signal(server.get(), signal);
            if (endsWithin(server.get(), STOP)) {
                return;
            }
        }
        throw new IOException("the server of an earlier start, process %d, does not stop"
                .formatted(server.get().pid()));
    }

    private static Optional<Long> firstNumber(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .findFirst()
                .map(String::strip)
                .filter(line -> line.matches("[0-9]{1,18}"))
                .map(Long::valueOf);
    }

    private static boolean isPostgres(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> {
                    Path program = Path.of(command).getFileName();
                    return program != null && program.toString().startsWith("postgres");
                })
                .orElse(false);
    }

    private static void signal(ProcessHandle process, String signal) throws IOException {
        try {
            new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while stopping a server", e);
        }
    }

    private static boolean endsWithin(ProcessHandle process, Duration limit) throws IOException {
        try {
            process.onExit().get(limit.toSeconds(), TimeUnit.SECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("cannot watch process " + process.pid(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for a server to stop", e);
        }
    }

    private Path pidFile() {
        return folder.resolve("postmaster.pid");
    }

    private Path marker() {
        return beside(".complete");
    }

    private Path beside(String suffix) {
        return folder.resolveSibling(folder.getFileName() + suffix);
    }
}
