package dev.runner.log;

import java.util.List;

/** Rows of a log, and how many there are, as published at one moment. */
public record LogRows(List<Row> rows, long totalRows, long totalLines, long endOffset) {
    public LogRows {
        rows = List.copyOf(rows);
    }

    /**
     * What a viewer shows as one line. Its number and place never change; the text of the last one may still grow.
     *
     * @param row and {@code line}: from 0
     * @param offset of its first byte in the redacted stream
     * @param continued whether it is not the first row of its line
     * @param text without the newline
     */
    public record Row(long row, long line, long offset, boolean continued, String text) {}
}
