package dev.runner.log;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Turns places in a log into what a person is shown of them. */
final class Excerpts {
    /** Bytes of the line shown on either side. */
    private static final int CONTEXT = 120;

    private Excerpts() {}

    static LogSearch.Hit hit(LogView view, long offset, int length) throws IOException {
        var rows = new RowCounter();
        var scan = view.from(offset);
        while (scan.next()) {
            if (scan.end() > offset) {
                int at = (int) (offset - scan.offset());
                rows.copy(scan.rowsBefore());
                rows.take(scan.bytes(), 0, at);
                rows.enter(scan.bytes()[at]);
                break;
            }
        }
        return new LogSearch.Hit(offset, length, rows.row(), rows.line(), text(view, offset, length));
    }

    private static String text(LogView view, long offset, int length) throws IOException {
        int before = (int) Math.min(CONTEXT, offset);
        byte[] around = RedactedLog.slice(view, offset - before, before + length + CONTEXT);
        if (around.length < before + length) {
            return ""; // the file was cut off meanwhile
        }
        int from = before;
        while (from > 0 && around[from - 1] != '\n') {
            from--;
        }
        while (from < before && Utf8.isContinuation(around[from])) {
            from++;
        }
        int to = before + length;
        while (to < around.length && around[to] != '\n') {
            to++;
        }
        if (to == around.length) {
            to = wholeCharacters(around, to);
        }
        return new String(around, from, to - from, StandardCharsets.UTF_8);
    }

    /** The context may end inside a character; that one is left out. */
    private static int wholeCharacters(byte[] bytes, int length) {
        int last = length - 1;
        while (last > 0 && Utf8.isContinuation(bytes[last])) {
            last--;
        }
        return last + Utf8.length(bytes[last] & 0xff) > length ? last : length;
    }
}
