package dev.runner.log;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What reading a part of a file gave: the checkpoints in it, and the place at its end. */
record LogPart(List<Checkpoint> checkpoints, Checkpoint end) {
    /** So much is read from the file at once; the automaton takes it in smaller steps. */
    private static final int READ = 128 * 1024;

    private static final RedactorState NOTHING_READ =
            new Redactor(RedactionRules.standard(), new RedactedBuffer(0)).state();

    /** The place at the start of a line, if nothing before it matters: counted from there. */
    static Checkpoint freshLine(long raw) {
        return new Checkpoint(raw, 0, 0, 0, 0, 0, false, NOTHING_READ);
    }

    /** Reads the bytes from {@code start} to {@code end} of the file. */
    static LogPart read(LogFile file, RedactionRules rules, Checkpoint start, long end, int spacing)
            throws IOException {
        var buffer = new byte[(int) Math.min(READ, end - start.raw())];
        var piece = new RedactedBuffer(spacing + 1024);
        var redactor = new Redactor(rules, piece);
        redactor.resume(start.state());
        var rows = new RowCounter();
        rows.resume(start.row(), start.line(), start.column(), start.continued());
        var found = new ArrayList<Checkpoint>();
        var place = start;
        while (place.raw() < end) {
            long raw = place.raw();
            long redacted = place.redacted();
            int count = file.read(buffer, raw, (int) Math.min(buffer.length, end - raw));
            if (count <= 0) {
                throw new IOException("log file became shorter while it was read");
            }
            int at = 0;
            while (at < count) {
                int step = (int) Math.min(count - at, spacing - raw % spacing);
                piece.clear();
                redactor.feed(buffer, at, at + step);
                rows.take(piece.bytes(), 0, piece.length());
                at += step;
                raw += step;
                redacted += piece.length();
                if (at == count || (raw % spacing == 0 && at >= Long.BYTES)) {
                    long before = at >= Long.BYTES ? LogFile.number(buffer, at - Long.BYTES) : 0;
                    place = new Checkpoint(
                            raw,
                            redacted,
                            before,
                            rows.row(),
                            rows.line(),
                            rows.column(),
                            rows.continued(),
                            redactor.state());
                    if (raw % spacing == 0 && at >= Long.BYTES) {
                        found.add(place);
                    }
                }
            }
        }
        return new LogPart(found, place);
    }

    /** The same part, now that it is known what came before it. */
    LogPart after(Checkpoint before) {
        return new LogPart(
                checkpoints.stream().map(place -> place.after(before)).toList(), end.after(before));
    }
}
