package dev.runner.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;

/** Reads rows: first how many there are, then those that were asked for. Not thread-safe. */
final class RowsPass {
    private static final int MAX_TEXT = 1 << 20;

    private final LogView view;
    private final RowQuery query;
    private final ArrayDeque<LogRows.Row> found = new ArrayDeque<>();
    private final RowCounter at = new RowCounter();
    private final byte[] text = new byte[RowCounter.MAX_ROW + 1];
    private int length;
    private long bytes;

    RowsPass(LogView view, RowQuery query) {
        this.view = view;
        this.query = query;
    }

    LogRows run() throws IOException {
        var last = view.nearEnd();
        while (last.next()) {
            // Only what it counts is wanted.
        }
        long totalRows = last.rows().rows();
        long first = query.from() == RowQuery.From.TAIL ? Math.max(0, totalRows - query.value()) : query.value();
        read(scan(first), first);
        return new LogRows(List.copyOf(found), totalRows, last.rows().lines(), last.end());
    }

    private RedactedScan scan(long first) throws IOException {
        return switch (query.from()) {
            case ROW, TAIL -> view.fromRow(first);
            case LINE -> view.fromLine(first);
            // No row is longer, so the one that holds this byte begins behind that place.
            case OFFSET -> view.from(Math.max(0, first - RowCounter.MAX_ROW));
        };
    }

    private void read(RedactedScan scan, long first) throws IOException {
        // The pass may begin inside a row, which is then not the one that is wanted.
        boolean whole = true;
        boolean begun = false;
        while (!isFull() && scan.next()) {
            if (!begun) {
                at.copy(scan.rowsBefore());
                whole = at.column() == 0;
                begun = true;
            }
            int i = 0;
            while (i < scan.length() && !isFull()) {
                long row = at.row();
                long line = at.line();
                boolean continued = at.continued();
                int end = at.takeRow(scan.bytes(), i, scan.length());
                keep(scan.bytes(), i, end, whole);
                i = end;
                if (at.row() != row) {
                    end(new Place(row, line, scan.offset() + i, continued), whole, first);
                    whole = true;
                }
            }
        }
        if (!isFull() && length > 0) {
            end(new Place(at.row(), at.line(), scan.end(), at.continued()), whole, first);
        }
    }

    /** Of a tail the last rows are wanted, whatever becomes of the first. */
    private boolean isFull() {
        return query.from() != RowQuery.From.TAIL && (found.size() == query.limit() || bytes >= MAX_TEXT);
    }

    private void keep(byte[] source, int from, int to, boolean whole) {
        if (whole) {
            System.arraycopy(source, from, text, length, to - from);
            length += to - from;
        }
    }

    /** A row ends before {@code place.end}. */
    private void end(Place place, boolean whole, long first) {
        long offset = place.end - length;
        if (whole && isWanted(place, first)) {
            int shown = text[length - 1] == '\n' ? length - 1 : length;
            found.add(new LogRows.Row(
                    place.row,
                    place.line,
                    offset,
                    place.continued,
                    new String(text, 0, shown, StandardCharsets.UTF_8)));
            bytes += length;
        }
        length = 0;
        while (bytes > MAX_TEXT && query.from() == RowQuery.From.TAIL) {
            long dropped = found.removeFirst().offset();
            bytes -= found.getFirst().offset() - dropped;
        }
    }

    private boolean isWanted(Place place, long first) {
        return !found.isEmpty()
                || switch (query.from()) {
                    case ROW, TAIL -> place.row >= first;
                    case LINE -> place.line >= first;
                    case OFFSET -> place.end > first;
                };
    }

    private record Place(long row, long line, long end, boolean continued) {}
}
