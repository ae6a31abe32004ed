package dev.runner.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log on and on while it grows. Keeps no more than its place, so there may be many; reading costs what is new
 * and nothing for what was read before. Not thread-safe.
 */
public final class LogFollower {
    /** No piece has more bytes. */
    public static final int MAX_PIECE = 128 * 1024;

    /** A piece is handed out when it has so many; one step more cannot make it larger than allowed. */
    private static final int ENOUGH = 32 * 1024;

    private static final int MIN_KEPT = 16 * 1024;

    private final RedactedLog log;
    private long offset;
    private @Nullable Checkpoint place;
    private @Nullable Object file;
    private boolean ended;

    /** @param offset where to begin; bytes before it are not handed out */
    public LogFollower(RedactedLog log, long offset) {
        this.log = log;
        this.offset = offset;
    }

    /** Of the next piece. */
    public long offset() {
        return offset;
    }

    private long readSoFar() {
        return place == null ? 0 : place.raw();
    }

    /**
     * Whether reading on is worth it, told without opening the file.
     *
     * @param size what {@link RedactedLog#rawSize} said
     */
    public boolean isBehind(long size) {
        return size != readSoFar();
    }

    /** Whether the log was finished and everything has been handed out. */
    public boolean ended() {
        return ended;
    }

    /** Whether a page could begin where this one does; see {@link PageOutcome.OffsetInsideCharacter}. */
    public boolean beginsWithCharacter(boolean finished) throws IOException {
        return log.page(offset, RedactedLog.MIN_LIMIT, finished) instanceof PageOutcome.Page;
    }

    /**
     * The next piece; null when there is nothing more for now.
     *
     * @throws IOException also when the file is not the one that was read before
     */
    public @Nullable LogPiece next(boolean finished) throws IOException {
        try (var view = log.view(finished)) {
            Object key = view.key();
            if (place != null && key == null) {
                // Deleted since; nothing more will come.
                ended = finished;
                return null;
            }
            if (place != null && !Objects.equals(key, file)) {
                throw new IOException("log file was replaced while it was followed: " + log.path());
            }
            var scan = place == null ? view.from(offset) : view.resume(place);
            var content = new ByteArrayOutputStream();
            var start = new RowCounter();
            boolean more = true;
            while (content.size() < ENOUGH && (more = scan.next())) {
                int from = Math.clamp(offset - scan.offset(), 0, scan.length());
                if (content.size() == 0 && from < scan.length()) {
                    start.copy(scan.rowsBefore());
                    start.take(scan.bytes(), 0, from);
                    start.enter(scan.bytes()[from]);
                }
                content.write(scan.bytes(), from, scan.length() - from);
            }
            place = scan.place();
            file = key;
            ended = finished && !more;
            if (content.size() == 0) {
                return null;
            }
            long begin = offset;
            offset = scan.end();
            return new LogPiece(
                    begin, offset, start.row(), start.line(), start.column(), content.toString(StandardCharsets.UTF_8));
        }
    }

    /** When more than {@code maxBehind} bytes are still to come, goes to the start of a row near the end instead. */
    public boolean skipAhead(long maxBehind, boolean finished) throws IOException {
        if (log.rawSize() - readSoFar() <= maxBehind) {
            return false;
        }
        try (var view = log.view(finished)) {
            var last = view.nearEnd();
            while (last.next()) {
                // Only its end is wanted.
            }
            if (last.end() - offset <= maxBehind) {
                return false;
            }
            long wanted = last.end() - Math.max(MIN_KEPT, maxBehind / 4);
            var rows = new RowsPass(view, new RowQuery(RowQuery.From.OFFSET, wanted, 1)).run();
            if (rows.rows().isEmpty() || rows.rows().getFirst().offset() <= offset) {
                return false;
            }
            offset = rows.rows().getFirst().offset();
            place = null;
            return true;
        }
    }
}
