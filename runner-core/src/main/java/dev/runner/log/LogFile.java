package dev.runner.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A log file as it was when opened: what is appended later is not seen. A job can write where it likes, so a link or a
 * pipe put in the place of its log must not be followed or waited for. Thread-safe, but for closing.
 */
final class LogFile implements AutoCloseable {
    private final FileChannel channel;
    private final Object key;
    private final long size;

    private LogFile(FileChannel channel, Object key, long size) {
        this.channel = channel;
        this.key = key;
        this.size = size;
    }

    /** Null when there is no file yet. */
    static @Nullable LogFile open(Path path) throws IOException {
        try {
            Object before = regularFileKey(path);
            var channel = FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            try {
                // A file swapped between the two looks would be read with the wrong index.
                if (!before.equals(regularFileKey(path))) {
                    throw new IOException("log file was replaced while it was opened: " + path);
                }
                return new LogFile(channel, before, channel.size());
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Without opening it; 0 when there is none. */
    static long size(Path path) throws IOException {
        try {
            var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            // Opening it is what tells that it is not a file: any size that was not seen before leads there.
            return attributes.isRegularFile() ? attributes.size() : -1;
        } catch (NoSuchFileException e) {
            return 0;
        }
    }

    Object key() {
        return key;
    }

    long size() {
        return size;
    }

    /** Also counts what was appended since. */
    long sizeNow() throws IOException {
        return channel.size();
    }

    /** Reads up to {@code count} bytes from {@code position}; fewer only at the end of the file. */
    int read(byte[] target, long position, int count) throws IOException {
        var buffer = ByteBuffer.wrap(target, 0, (int) Math.min(count, Math.max(0, size - position)));
        int start = buffer.position();
        while (buffer.hasRemaining()) {
            int n = channel.read(buffer, position + buffer.position() - start);
            if (n < 0) {
                break;
            }
        }
        return buffer.position() - start;
    }

    /** Eight bytes as one number, to be compared. */
    static long number(byte[] bytes, int from) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (bytes[from + i] & 0xff);
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static Object regularFileKey(Path path) throws IOException {
        var attributes = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException("log is not a regular file: " + path);
        }
        return Objects.requireNonNullElse(attributes.fileKey(), path);
    }
}
