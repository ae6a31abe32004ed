package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;

/** What the rows of a text are, said a second time with other means: line by line, character by character. */
final class NaiveRows {
    private NaiveRows() {}

    static List<LogRows.Row> of(String text) {
        var rows = new ArrayList<LogRows.Row>();
        long offset = 0;
        long line = 0;
        int from = 0;
        while (from < text.length()) {
            int newline = text.indexOf('\n', from);
            var whole = newline < 0 ? text.substring(from) : text.substring(from, newline);
            boolean continued = false;
            for (var piece : pieces(whole)) {
                rows.add(new LogRows.Row(rows.size(), line, offset, continued, piece));
                offset += piece.getBytes(UTF_8).length;
                continued = true;
            }
            offset++;
            line++;
            from += whole.length() + 1;
        }
        return rows;
    }

    /** The row with this byte, which may be its newline. */
    static LogRows.Row holding(List<LogRows.Row> rows, long offset) {
        return rows.stream().filter(row -> row.offset() <= offset).toList().getLast();
    }

    static long lines(List<LogRows.Row> rows) {
        return rows.isEmpty() ? 0 : rows.getLast().line() + 1;
    }

    private static List<String> pieces(String line) {
        var pieces = new ArrayList<String>();
        var piece = new StringBuilder();
        int bytes = 0;
        for (int codePoint : line.codePoints().toArray()) {
            int size = Character.toString(codePoint).getBytes(UTF_8).length;
            if (bytes + size > 4096) {
                pieces.add(piece.toString());
                piece.setLength(0);
                bytes = 0;
            }
            piece.appendCodePoint(codePoint);
            bytes += size;
        }
        pieces.add(piece.toString());
        return pieces;
    }
}
