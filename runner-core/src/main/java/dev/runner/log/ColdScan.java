package dev.runner.log;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/**
 * Indexes what nobody has read yet of a large file, several parts at once. A part begins at the start of a line, and is
 * read as if nothing before that line mattered. That is nearly always so: every secret but a private key ends with its
 * line. Where it turns out not to be so, the part is read again, so the result is that of reading from start to end.
 * Thread-safe.
 */
final class ColdScan {
    /** How far behind an intended cut the end of a line is looked for. */
    private static final int LINE_SEARCH = 64 * 1024;

    private final ExecutorService threads;
    private final int atOnce;
    private final int partSize;

    ColdScan(ExecutorService threads, int atOnce, int partSize) {
        this.threads = threads;
        this.atOnce = atOnce;
        this.partSize = partSize;
    }

    /** Returns when less than two parts of the file are not indexed. Of several callers one reads, the others wait. */
    void extend(LogIndex index, LogFile file, RedactionRules rules) throws IOException {
        if (missing(index, file) < 2L * partSize) {
            return;
        }
        index.growing().lock();
        try {
            if (missing(index, file) >= 2L * partSize) {
                new Run(index, file, rules).run();
            }
        } finally {
            index.growing().unlock();
        }
    }

    private static long missing(LogIndex index, LogFile file) {
        var last = index.beforeRaw(Long.MAX_VALUE);
        return file.size() - (last == null ? 0 : last.raw());
    }

    /** One file. Its parts are taken in their order, while the next ones are being read. */
    private final class Run {
        private final LogIndex index;
        private final LogFile file;
        private final RedactionRules rules;
        private final int spacing;
        private final ArrayDeque<Future<LogPart>> ahead = new ArrayDeque<>();
        private long planned;

        Run(LogIndex index, LogFile file, RedactionRules rules) {
            this.index = index;
            this.file = file;
            this.rules = rules;
            this.spacing = index.spacing();
        }

        void run() throws IOException {
            var known = index.beforeRaw(file.size());
            var place = known == null ? LogPart.freshLine(0) : known;
            planned = place.raw();
            // What comes before the first part is known, before the others it is assumed.
            boolean assumed = false;
            try {
                ahead.add(read(place, nextCut()));
                while (!ahead.isEmpty()) {
                    while (planned < file.size() && ahead.size() <= 2 * atOnce) {
                        ahead.add(read(LogPart.freshLine(planned), nextCut()));
                    }
                    var part = result(ahead.remove());
                    if (assumed) {
                        part = place.isFreshLine()
                                ? part.after(place)
                                : result(read(place, part.end().raw()));
                    }
                    assumed = true;
                    part.checkpoints().forEach(index::add);
                    place = part.end();
                }
            } finally {
                // After a failure nobody wants the rest.
                ahead.forEach(part -> part.cancel(false));
            }
        }

        private Future<LogPart> read(Checkpoint start, long end) {
            planned = Math.max(planned, end);
            return threads.submit(() -> LogPart.read(file, rules, start, end, spacing));
        }

        /** Behind the first newline after a part's worth of bytes. A line that is longer stays in one part. */
        private long nextCut() throws IOException {
            var buffer = new byte[LINE_SEARCH];
            for (long at = planned + partSize; at < file.size(); at += partSize) {
                int count = file.read(buffer, at, buffer.length);
                int newline = RowCounter.newline(buffer, 0, count);
                if (newline >= 0) {
                    return at + newline + 1;
                }
            }
            return file.size();
        }

        private static LogPart result(Future<LogPart> part) throws IOException {
            try {
                return part.get();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while a log was read");
            } catch (ExecutionException e) {
                if (e.getCause() instanceof IOException failure) {
                    throw new IOException(failure.getMessage(), failure);
                }
                throw new IllegalStateException("reading a log failed", e.getCause());
            }
        }
    }
}
