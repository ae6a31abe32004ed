package dev.runner.log;

import dev.runner.log.PageOutcome.OffsetInsideCharacter;
import dev.runner.log.PageOutcome.Page;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The redacted stream of one log file. Offsets and limits count its bytes. The file may grow while it is read and need
 * not exist yet; until the caller says the log is finished, the end that a later byte could still turn into a secret is
 * not shown. What was shown once never changes. Thread-safe.
 */
public final class RedactedLog {
    /** The longest character: with less room a page could not move on. */
    public static final int MIN_LIMIT = 4;

    public static final int DEFAULT_LIMIT = 16_384;
    public static final int MAX_LIMIT = 131_072;

    private final Path path;
    private final RedactionRules rules;
    private final LogIndexes indexes;

    public RedactedLog(Path path, RedactionRules rules, LogIndexes indexes) {
        this.path = path;
        this.rules = rules;
        this.indexes = indexes;
    }

    /**
     * Up to {@code limit} bytes from {@code offset}. Past the end the page is empty and stays where it was asked for.
     *
     * @throws IllegalArgumentException for a negative offset or a limit that is not from {@value #MIN_LIMIT} to
     *     {@value #MAX_LIMIT}
     */
    public PageOutcome page(long offset, int limit, boolean finished) throws IOException {
        if (offset < 0 || limit < MIN_LIMIT || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("offset " + offset + ", limit " + limit);
        }
        // One byte more than asked for tells whether the page is the last one.
        var slice = slice(offset, limit + 1, finished);
        if (slice.length > 0 && Utf8.isContinuation(slice[0])) {
            return new OffsetInsideCharacter(offset);
        }
        int length = slice.length;
        if (length > limit) {
            length = limit;
            while (Utf8.isContinuation(slice[length])) {
                length--;
            }
        }
        var content = new String(slice, 0, length, StandardCharsets.UTF_8);
        return new Page(offset, offset + length, content, finished && length == slice.length);
    }

    /** Writes everything from {@code offset} on that may be shown, and returns where the stream ends. */
    public long download(long offset, OutputStream target, boolean finished) throws IOException {
        try (var view = view(finished)) {
            var scan = view.from(offset);
            while (scan.next()) {
                int from = Math.clamp(offset - scan.offset(), 0, scan.length());
                target.write(scan.bytes(), from, scan.length() - from);
            }
            return scan.end();
        }
    }

    /** Where the stream ends for now: the offset of what will be published next. */
    public long end(boolean finished) throws IOException {
        try (var view = view(finished)) {
            var scan = view.nearEnd();
            while (scan.next()) {
                // Only the end is wanted.
            }
            return scan.end();
        }
    }

    /** Rows of what may be shown; see {@link RowQuery}. */
    public LogRows rows(RowQuery query, boolean finished) throws IOException {
        try (var view = view(finished)) {
            return new RowsPass(view, query).run();
        }
    }

    /** Finds text in what may be shown; see {@link LogSearch}. */
    public LogSearch.Result search(LogSearch search, boolean finished) throws IOException {
        return indexes.aside(() -> {
            try (var view = view(finished)) {
                return new SearchPass(view, search).run();
            }
        });
    }

    /**
     * The first line from {@code offset} on that looks like an error; see {@link ErrorWords}. Gives up for now after
     * about {@code maxScan} bytes.
     */
    public LogError firstError(long offset, long maxScan, boolean finished) throws IOException {
        return indexes.aside(() -> {
            try (var view = view(finished)) {
                return new ErrorPass(view, offset, maxScan).run();
            }
        });
    }

    /** How large the file is now, 0 when there is none; a change means that there is something to read. */
    public long rawSize() throws IOException {
        return LogFile.size(path);
    }

    LogView view(boolean finished) throws IOException {
        return LogView.open(path, rules, indexes, finished);
    }

    Path path() {
        return path;
    }

    private byte[] slice(long offset, int count, boolean finished) throws IOException {
        try (var view = view(finished)) {
            return slice(view, offset, count);
        }
    }

    /** Exactly the bytes {@code [offset, offset + count)}, as far as there are any, wherever characters begin. */
    static byte[] slice(LogView view, long offset, int count) throws IOException {
        var slice = new byte[0];
        var scan = view.from(offset);
        while (slice.length < count && scan.next()) {
            int from = Math.clamp(offset - scan.offset(), 0, scan.length());
            int take = Math.min(scan.length() - from, count - slice.length);
            if (take > 0) {
                int had = slice.length;
                slice = Arrays.copyOf(slice, had + take);
                System.arraycopy(scan.bytes(), from, slice, had, take);
            }
        }
        return slice;
    }
}
