package dev.runner.log;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the redacted stream of a file, from the checkpoint nearest to an offset, piece by piece. Leaves new
 * checkpoints behind. Not thread-safe.
 */
final class RedactedScan implements AutoCloseable {
    private static final int CHUNK = LogIndex.SPACING;

    private final Path path;
    private final RedactionRules rules;
    private final LogIndexes indexes;
    private final @Nullable LogFile file;
    private final LogIndex index;
    private final boolean finished;
    private final RedactedBuffer piece = new RedactedBuffer(CHUNK + 1024);
    private final Redactor redactor;
    private final byte[] raw = new byte[CHUNK];
    private long rawOffset;
    private long offset;
    private boolean flushed;

    private RedactedScan(
            Path path, RedactionRules rules, LogIndexes indexes, @Nullable LogFile file, boolean finished) {
        this.path = path;
        this.rules = rules;
        this.indexes = indexes;
        this.file = file;
        this.finished = finished;
        redactor = new Redactor(rules, piece);
        index = file == null ? new LogIndex(path) : indexes.of(path, rules, file.key(), file.size());
    }

    static RedactedScan open(Path path, RedactionRules rules, LogIndexes indexes, long from, boolean finished)
            throws IOException {
        var file = LogFile.open(path);
        var scan = new RedactedScan(path, rules, indexes, file, finished);
        if (file == null) {
            return scan;
        }
        try {
            var checkpoint = scan.index.before(from);
            if (checkpoint == null) {
                return scan;
            }
            if (scan.bytesBefore(file, checkpoint.raw()) == checkpoint.before()) {
                scan.resume(checkpoint);
                return scan;
            }
            // Same inode and no shorter, yet other bytes: it was rewritten in place.
            indexes.forget(path, rules);
            return new RedactedScan(path, rules, indexes, file, finished);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Moves on to the next piece, which may be empty; false when nothing more can be published. */
    boolean next() throws IOException {
        offset += piece.length();
        piece.clear();
        int count = file == null ? 0 : file.read(raw, rawOffset, (int) (CHUNK - rawOffset % CHUNK));
        if (count > 0) {
            redactor.feed(raw, 0, count);
            rawOffset += count;
            if (index.wants(rawOffset) && count >= Long.BYTES) {
                index.add(new Checkpoint(
                        rawOffset, offset + piece.length(), number(raw, count - Long.BYTES), redactor.state()));
            }
            return true;
        }
        if (!finished || flushed) {
            return false;
        }
        redactor.finish();
        flushed = true;
        return true;
    }

    /** Where in the redacted stream the current piece starts. */
    long offset() {
        return offset;
    }

    long end() {
        return offset + piece.length();
    }

    byte[] bytes() {
        return piece.bytes();
    }

    int length() {
        return piece.length();
    }

    @Override
    public void close() throws IOException {
        indexes.settle(path, rules);
        if (file != null) {
            file.close();
        }
    }

    private void resume(Checkpoint checkpoint) {
        redactor.resume(checkpoint.state());
        rawOffset = checkpoint.raw();
        offset = checkpoint.redacted();
    }

    private long bytesBefore(LogFile log, long position) throws IOException {
        var before = new byte[Long.BYTES];
        log.read(before, position - Long.BYTES, Long.BYTES);
        return number(before, 0);
    }

    private static long number(byte[] bytes, int from) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = (value << 8) | (bytes[from + i] & 0xff);
        }
        return value;
    }
}
