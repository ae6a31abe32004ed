package dev.runner.log;

import java.util.List;

/**
 * What to look for, and how far. Matches do not overlap.
 *
 * @param ignoreCase compares letters without regard to case, in every script, one character against one
 * @param maxScan gives up for now after about this many bytes, so that one request cannot read a huge log in one go;
 *     at least {@value #MIN_SCAN}
 */
public record LogSearch(String text, boolean ignoreCase, long fromOffset, int maxHits, long maxScan) {
    /** Longer texts are refused: memory per search is proportional to it. */
    public static final int MAX_TEXT = 1000;

    /** More than the longest text has bytes, so that every search that goes on gets ahead. */
    public static final int MIN_SCAN = 4 * MAX_TEXT;

    public LogSearch {
        if (text.isEmpty() || text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("a text of 1 to " + MAX_TEXT + " characters can be searched");
        }
        if (fromOffset < 0 || maxHits < 1 || maxScan < MIN_SCAN) {
            throw new IllegalArgumentException("from " + fromOffset + ", hits " + maxHits + ", scan " + maxScan);
        }
    }

    /**
     * One place where the text stands.
     *
     * @param offset of its first byte in the redacted stream
     * @param length in bytes, as it stands there
     * @param row and {@code line}: those of its first byte, from 0
     * @param excerpt of the line around it, redacted like everything else
     */
    public record Hit(long offset, int length, long row, long line, String excerpt) {}

    /**
     * What was found, and where to go on.
     *
     * @param nextOffset from where the same search goes on without missing or repeating a hit
     * @param complete whether the log is finished and was searched to its end
     */
    public record Result(List<Hit> hits, long nextOffset, boolean complete) {
        public Result {
            hits = List.copyOf(hits);
        }
    }
}
