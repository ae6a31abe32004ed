package dev.runner.log;

/**
 * A place to resume from: after {@code raw} bytes of the file, {@code redacted} bytes have been written.
 *
 * @param before the last raw bytes before it, up to eight, to notice that the file is no longer the one that was read
 * @param row of the last byte written, as {@link RowCounter} counts
 * @param column bytes of that row before this place
 */
record Checkpoint(
        long raw, long redacted, long before, long row, long line, int column, boolean continued, RedactorState state) {
    /** Object, fields and the reference to it. */
    private static final int OBJECT_SIZE = 68;

    int weight() {
        return OBJECT_SIZE + state.weight();
    }

    /** Whether row {@code wanted} begins here or later. */
    boolean isBeforeRow(long wanted) {
        return row < wanted || (row == wanted && column == 0);
    }

    boolean isBeforeLine(long wanted) {
        return line < wanted || (line == wanted && column == 0 && !continued);
    }

    /** The same place, counted from {@code start} instead of from the start of the stream. */
    Checkpoint after(Checkpoint start) {
        return new Checkpoint(
                raw, start.redacted + redacted, before, start.row + row, start.line + line, column, continued, state);
    }

    /** Whether everything from here on looks as if the stream began here. */
    boolean isFreshLine() {
        return column == 0 && !continued && state.isStart();
    }
}
