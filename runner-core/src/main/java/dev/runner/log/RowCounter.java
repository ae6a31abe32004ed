package dev.runner.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Counts lines and rows of the redacted stream. A row is what a viewer shows as one line: a line, or one piece of a long
 * line, cut between characters. Whether a full row goes on is only known with the next byte (a newline still belongs to
 * it), so a new row begins with its first character and not before. Takes whole characters only. Not thread-safe.
 */
final class RowCounter {
    /** The most bytes of text in a row. */
    static final int MAX_ROW = 4096;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long NEWLINES = 0x0a0a0a0a0a0a0a0aL;
    private static final long ONES = 0x0101010101010101L;
    private static final long TOPS = 0x8080808080808080L;

    private long row;
    private long line;
    private int column;
    private boolean continued;

    /** The row that the last byte is in; the next one to come when that byte ended its row. */
    long row() {
        return row;
    }

    long line() {
        return line;
    }

    /** How many bytes of the row have been taken. */
    int column() {
        return column;
    }

    /** Whether the row is not the first of its line. */
    boolean continued() {
        return continued;
    }

    /** How many rows the stream has if it ends here. */
    long rows() {
        return column > 0 ? row + 1 : row;
    }

    long lines() {
        return column > 0 ? line + 1 : line;
    }

    void resume(long atRow, long atLine, int atColumn, boolean isContinued) {
        row = atRow;
        line = atLine;
        column = atColumn;
        continued = isContinued;
    }

    void copy(RowCounter other) {
        resume(other.row, other.line, other.column, other.continued);
    }

    /** Moves on to the row that the next character will be in; taking that character has the same effect. */
    void enter(byte next) {
        if (next != '\n' && column + Utf8.length(next & 0xff) > MAX_ROW) {
            cut();
        }
    }

    void take(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to) {
            at = takeRow(bytes, at, to);
        }
    }

    /** Takes what belongs to the current row, with its newline, and returns how far it came. */
    int takeRow(byte[] bytes, int from, int to) {
        int room = MAX_ROW - column;
        int newline = newline(bytes, from, Math.min(to, from + room + 1));
        if (newline >= 0) {
            row++;
            line++;
            column = 0;
            continued = false;
            return newline + 1;
        }
        if (to - from <= room) {
            column += to - from;
            return to;
        }
        int end = from + room;
        while (end > from && Utf8.isContinuation(bytes[end])) {
            end--;
        }
        cut();
        return end;
    }

    private void cut() {
        row++;
        column = 0;
        continued = true;
    }

    /** Eight bytes at a time: every byte of a huge log comes by here. */
    static int newline(byte[] bytes, int from, int to) {
        int at = from;
        for (; at <= to - Long.BYTES; at += Long.BYTES) {
            long word = (long) WORD.get(bytes, at) ^ NEWLINES;
            long zeros = (word - ONES) & ~word & TOPS;
            if (zeros != 0) {
                return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
            }
        }
        for (; at < to; at++) {
            if (bytes[at] == '\n') {
                return at;
            }
        }
        return -1;
    }
}
