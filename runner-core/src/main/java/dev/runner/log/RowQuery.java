package dev.runner.log;

/**
 * Which rows to read. An answer may hold fewer: at most about a megabyte of text.
 *
 * @param value the row, line or offset to begin with, or how many rows from the end
 * @param limit the most rows to return; of a tail, {@code value}
 */
public record RowQuery(From from, long value, int limit) {
    public static final int MAX_ROWS = 2000;

    /** What {@link #value} counts. */
    public enum From {
        ROW,
        /** Begins with the first row of the line. */
        LINE,
        /** Begins with the row that holds this byte. */
        OFFSET,
        /** The last rows. */
        TAIL
    }

    public RowQuery {
        if (value < 0 || limit < 1 || limit > MAX_ROWS) {
            throw new IllegalArgumentException("from " + from + " " + value + ", limit " + limit);
        }
    }

    public static RowQuery tail(int rows) {
        return new RowQuery(From.TAIL, rows, rows);
    }
}
