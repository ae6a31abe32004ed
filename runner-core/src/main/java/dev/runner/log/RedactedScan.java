package dev.runner.log;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One pass over the redacted stream of a file, from a checkpoint on, piece by piece. Leaves new checkpoints behind. Not
 * thread-safe.
 */
final class RedactedScan {
    private final LogView view;
    private final @Nullable LogFile file;
    private final LogIndex index;
    private final RedactedBuffer piece;
    private final Redactor redactor;
    private final RowCounter rows = new RowCounter();
    private final RowCounter rowsBefore = new RowCounter();
    private final byte[] raw;
    private long rawOffset;
    private long offset;
    private boolean flushed;

    RedactedScan(LogView view, @Nullable LogFile file, @Nullable Checkpoint start) {
        this.view = view;
        this.file = file;
        this.index = view.index();
        raw = new byte[view.spacing()];
        piece = new RedactedBuffer(raw.length + 1024);
        redactor = new Redactor(view.rules(), piece);
        if (start != null) {
            resume(start);
        }
    }

    /** Moves on to the next piece, which may be empty; false when nothing more can be published. */
    boolean next() throws IOException {
        if (piece.length() == 0) {
            skipSwallowed();
        }
        offset += piece.length();
        rowsBefore.copy(rows);
        piece.clear();
        int count = file == null ? 0 : file.read(raw, rawOffset, (int) (raw.length - rawOffset % raw.length));
        if (count > 0) {
            redactor.feed(raw, 0, count);
            rows.take(piece.bytes(), 0, piece.length());
            rawOffset += count;
            if (index.wants(rawOffset) && count >= Long.BYTES) {
                index.add(place(LogFile.number(raw, count - Long.BYTES)));
            }
            return true;
        }
        if (!view.finished() || flushed) {
            return false;
        }
        redactor.finish();
        rows.take(piece.bytes(), 0, piece.length());
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

    /** What was counted before the current piece. Changes with the next one. */
    RowCounter rowsBefore() {
        return rowsBefore;
    }

    /** What was counted up to the end of the current piece. */
    RowCounter rows() {
        return rows;
    }

    /** Where another pass can go on after the current piece; null without a file. */
    @Nullable
    Checkpoint place() throws IOException {
        return file == null ? null : place(rawOffset < Long.BYTES ? 0 : LogView.bytesBefore(file, rawOffset));
    }

    private Checkpoint place(long before) {
        return new Checkpoint(
                rawOffset,
                offset + piece.length(),
                before,
                rows.row(),
                rows.line(),
                rows.column(),
                rows.continued(),
                redactor.state());
    }

    /** Behind the start of a huge secret nothing is written for long; once indexed, that is not read again. */
    private void skipSwallowed() throws IOException {
        var ahead = index.before(offset);
        if (file != null
                && ahead != null
                && ahead.raw() > rawOffset
                && ahead.raw() <= file.size()
                && LogView.follows(file, ahead)) {
            resume(ahead);
        }
    }

    private void resume(Checkpoint checkpoint) {
        redactor.resume(checkpoint.state());
        rows.resume(checkpoint.row(), checkpoint.line(), checkpoint.column(), checkpoint.continued());
        rawOffset = checkpoint.raw();
        offset = checkpoint.redacted();
    }
}
