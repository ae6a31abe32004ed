package dev.runner.log;

import java.io.IOException;
import java.util.Arrays;

/**
 * Looks for the first error. A window slides over the stream, because what is around a word decides whether it counts;
 * its memory does not depend on how long lines are. Not thread-safe.
 */
final class ErrorPass {
    private final LogView view;
    private final long from;
    private final long maxScan;
    private byte[] window = new byte[0];
    private int length;
    /** Offset of the window's first byte. */
    private long base;
    /** How far into the window words were looked for. */
    private int seen;

    private int node = RuleMatcher.ROOT;

    ErrorPass(LogView view, long from, long maxScan) {
        this.view = view;
        this.from = from;
        this.maxScan = maxScan;
    }

    LogError run() throws IOException {
        var scan = view.from(Math.max(0, from - ErrorWords.BEHIND));
        boolean begun = false;
        boolean stopped = false;
        while (!stopped && scan.next()) {
            if (!begun) {
                base = scan.offset();
                begun = true;
            }
            slide(scan);
            int word = look(length - ErrorWords.AHEAD);
            if (word > 0) {
                return found(word);
            }
            stopped = base + seen - from >= maxScan;
        }
        if (!stopped) {
            // What is still being written may be denied by what follows; a line that has ended may not.
            int word = look(view.finished() ? length : lastLineEnd());
            if (word > 0) {
                return found(word);
            }
        }
        boolean complete = view.finished() && !stopped;
        // A word may have begun before the place up to which all were seen.
        long next = complete ? base + length : base + seen - ErrorWords.LONGEST;
        return new LogError(null, Math.max(from, next), complete);
    }

    private void slide(RedactedScan scan) {
        int drop = Math.max(0, seen - ErrorWords.BEHIND - ErrorWords.LONGEST);
        int kept = length - drop;
        if (kept + scan.length() > window.length) {
            window = Arrays.copyOfRange(window, drop, drop + Math.max(kept + scan.length(), window.length));
        } else {
            System.arraycopy(window, drop, window, 0, kept);
        }
        System.arraycopy(scan.bytes(), 0, window, kept, scan.length());
        length = kept + scan.length();
        base += drop;
        seen -= drop;
    }

    private int lastLineEnd() {
        int end = length;
        while (end > 0 && window[end - 1] != '\n') {
            end--;
        }
        return end;
    }

    /** Looks at words that end up to {@code limit}; the length of the first that counts, which then ends at {@link #seen}. */
    private int look(int limit) {
        var matcher = ErrorWords.matcher();
        while (seen < limit) {
            node = matcher.next(node, window[seen++] & 0xff);
            for (var rule : matcher.found(node)) {
                int word = rule.pattern().length;
                if (base + seen - word >= from && ErrorWords.tells(window, seen - word, seen, length)) {
                    return word;
                }
            }
        }
        return 0;
    }

    private LogError found(int word) throws IOException {
        long offset = base + seen - word;
        int newline = RowCounter.newline(window, seen, length);
        long next = base + (newline < 0 ? seen : newline + 1);
        return new LogError(Excerpts.hit(view, offset, word), next, false);
    }
}
