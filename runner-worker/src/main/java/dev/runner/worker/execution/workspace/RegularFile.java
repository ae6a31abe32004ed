package dev.runner.worker.execution.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A file in a folder that jobs can write to, opened only if it is what it should be: neither a link to another one nor a
 * pipe, for whose writer whoever opens it would wait for ever.
 */
final class RegularFile implements AutoCloseable {
    private final int fd;
    private final Path opened;

    private RegularFile(int fd) {
        this.fd = fd;
        this.opened = Path.of("/proc/self/fd/" + fd);
    }

    static RegularFile open(Path path) throws IOException {
        var file = new RegularFile(Libc.openForReading(path));
        if (!Files.isRegularFile(file.opened)) {
            file.close();
            throw new IOException("not a regular file: " + path);
        }
        return file;
    }

    /** Whether there is one of this name; what else may have the name does not count. */
    static boolean exists(Path path) {
        return Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Leads to the very file that was opened, whatever its name stands for by now; good until closed. */
    Path opened() {
        return opened;
    }

    /** Its beginning. */
    String text(int maxBytes) throws IOException {
        try (var in = new FileInputStream(opened.toFile())) {
            return new String(in.readNBytes(maxBytes), StandardCharsets.UTF_8);
        }
    }

    BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(opened, BasicFileAttributes.class);
    }

    @Override
    public void close() {
        Libc.close(fd);
    }
}
