package dev.runner.worker.execution.workspace;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;

/**
 * A job's log, opened to be handed to a child. Jobs can write into the folder, so the file must be what it seems: not a
 * link to somebody's secrets, not a pipe nobody reads, not a second name of another file.
 */
final class AttemptLog implements AutoCloseable {
    private final int fd;
    private final Path opened;

    private AttemptLog(int fd) {
        this.fd = fd;
        // Leads to the very file that was opened and checked, whatever its name stands for by now.
        this.opened = Path.of("/proc/self/fd/" + fd);
    }

    /** Opens the log for an attempt, and parts it from the attempts before. */
    static AttemptLog open(Path path, int attempt) throws IOException {
        var log = new AttemptLog(Libc.openForAppending(path));
        try {
            Map<String, Object> attributes = Files.readAttributes(log.opened, "unix:isRegularFile,nlink");
            if (!Boolean.TRUE.equals(attributes.get("isRegularFile"))
                    || !Integer.valueOf(1).equals(attributes.get("nlink"))) {
                throw new IOException("log is not a regular file of its own: " + path);
            }
            Files.setPosixFilePermissions(log.opened, PosixFilePermissions.fromString("rw-------"));
            if (attempt > 1) {
                log.appendLine("--- attempt %d ---".formatted(attempt));
            }
            return log;
        } catch (IOException | RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** Where a child's output is to be redirected to; good until closed. */
    File target() {
        return opened.toFile();
    }

    /** Adds a line of Runner's own, never in the middle of one of the job's. */
    void appendLine(String line) throws IOException {
        appendLine(opened, line);
    }

    static void appendLine(Path log, String line) throws IOException {
        String start = endsLine(log) ? "" : "\n";
        Files.writeString(log, start + line + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    private static boolean endsLine(Path log) throws IOException {
        try (var channel = FileChannel.open(log, StandardOpenOption.READ)) {
            var last = ByteBuffer.allocate(1);
            return channel.size() == 0 || (channel.read(last, channel.size() - 1) == 1 && last.get(0) == '\n');
        }
    }

    @Override
    public void close() {
        Libc.close(fd);
    }
}
