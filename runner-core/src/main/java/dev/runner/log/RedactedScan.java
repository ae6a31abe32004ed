package dev.runner.log;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the redacted stream of a file, from the checkpoint nearest to an offset, piece by piece. Leaves new
 * checkpoints behind. Not thread-safe.
 */
final class RedactedScan implements AutoCloseable {
    private final Path path;
    private final RedactionRules rules;
    private final LogIndexes indexes;
    private final @Nullable LogFile file;
    private final LogIndex index;
    private final boolean finished;
    private final RedactedBuffer piece;
    private final Redactor redactor;
    private final byte[] raw;
    private long rawOffset;
    private long offset;
    private boolean flushed;

    private RedactedScan(Path path, RedactionRules rules, LogIndexes indexes, @Nullable LogFile file, boolean finished)
            throws IOException {
        this.path = path;
        this.rules = rules;
        this.indexes = indexes;
        this.file = file;
        this.finished = finished;
        raw = new byte[indexes.spacing()];
        piece = new RedactedBuffer(raw.length + 1024);
        redactor = new Redactor(rules, piece);
        index = file == null ? new LogIndex(path, raw.length, 0) : indexes.of(path, rules, file);
    }

    static RedactedScan open(Path path, RedactionRules rules, LogIndexes indexes, long from, boolean finished)
            throws IOException {
        return of(LogFile.open(path), path, rules, indexes, from, finished);
    }

    /** Takes the file over and closes it, also when this fails. */
    static RedactedScan of(
            @Nullable LogFile file, Path path, RedactionRules rules, LogIndexes indexes, long from, boolean finished)
            throws IOException {
        try {
            var scan = new RedactedScan(path, rules, indexes, file, finished);
            var checkpoint = scan.index.before(from);
            if (file == null || checkpoint == null) {
                return scan;
            }
            // Another reader may have come further than this file went when it was opened: then there is nothing to
            // read.
            if (checkpoint.raw() > file.size() || bytesBefore(file, checkpoint.raw()) == checkpoint.before()) {
                scan.resume(checkpoint);
                return scan;
            }
            // Same inode and no shorter, yet other bytes: it was rewritten in place.
            indexes.forget(path, rules);
            return new RedactedScan(path, rules, indexes, file, finished);
        } catch (IOException | RuntimeException e) {
            if (file != null) {
                file.close();
            }
            throw e;
        }
    }

    /** Moves on to the next piece, which may be empty; false when nothing more can be published. */
    boolean next() throws IOException {
        if (piece.length() == 0) {
            skipSwallowed();
        }
        offset += piece.length();
        piece.clear();
        int count = file == null ? 0 : file.read(raw, rawOffset, (int) (raw.length - rawOffset % raw.length));
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

    /** Behind the start of a huge secret nothing is written for long; once indexed, that is not read again. */
    private void skipSwallowed() throws IOException {
        var ahead = index.before(offset);
        if (file != null
                && ahead != null
                && ahead.raw() > rawOffset
                && ahead.raw() <= file.size()
                && bytesBefore(file, ahead.raw()) == ahead.before()) {
            resume(ahead);
        }
    }

    private void resume(Checkpoint checkpoint) {
        redactor.resume(checkpoint.state());
        rawOffset = checkpoint.raw();
        offset = checkpoint.redacted();
    }

    private static long bytesBefore(LogFile log, long position) throws IOException {
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
