package dev.runner.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A log as it was when the view was opened: several passes over it see the same bytes. Leaves what it learns in the
 * index of the file. Not thread-safe.
 */
final class LogView implements AutoCloseable {
    private final Path path;
    private final RedactionRules rules;
    private final LogIndexes indexes;
    private final boolean finished;
    private final @Nullable LogFile file;
    private LogIndex index;

    private LogView(Path path, RedactionRules rules, LogIndexes indexes, @Nullable LogFile file, boolean finished)
            throws IOException {
        this.path = path;
        this.rules = rules;
        this.indexes = indexes;
        this.file = file;
        this.finished = finished;
        this.index = newIndex();
    }

    static LogView open(Path path, RedactionRules rules, LogIndexes indexes, boolean finished) throws IOException {
        return of(LogFile.open(path), path, rules, indexes, finished);
    }

    /** Takes the file over and closes it, also when this fails. */
    static LogView of(@Nullable LogFile file, Path path, RedactionRules rules, LogIndexes indexes, boolean finished)
            throws IOException {
        try {
            return new LogView(path, rules, indexes, file, finished);
        } catch (IOException | RuntimeException e) {
            if (file != null) {
                file.close();
            }
            throw e;
        }
    }

    private LogIndex newIndex() throws IOException {
        return file == null ? new LogIndex(path, indexes.spacing(), 0) : indexes.of(path, rules, file);
    }

    /** A pass that comes by every byte from {@code offset} on; it may begin earlier. */
    RedactedScan from(long offset) throws IOException {
        var last = index.beforeRaw(Long.MAX_VALUE);
        if (offset - (last == null ? 0 : last.redacted()) >= indexes.coldPart()) {
            indexToTheEnd();
        }
        return enter(found -> found.before(offset));
    }

    /** A pass that begins with the start of that row or earlier. */
    RedactedScan fromRow(long row) throws IOException {
        return enter(found -> found.beforeRow(row));
    }

    RedactedScan fromLine(long line) throws IOException {
        return enter(found -> found.beforeLine(line));
    }

    /** A pass that begins near the end, however long the log is, and whatever of it was read before. */
    RedactedScan nearEnd() throws IOException {
        indexToTheEnd();
        long size = size();
        return enter(found -> found.beforeRaw(size));
    }

    /**
     * A pass that goes on where another one stopped.
     *
     * @throws IOException when the file is not the one that was read
     */
    RedactedScan resume(Checkpoint place) throws IOException {
        if (file == null || place.raw() > file.size() || !follows(file, place)) {
            throw new IOException("log file was replaced while it was followed: " + path);
        }
        return new RedactedScan(this, file, place);
    }

    private RedactedScan enter(Function<LogIndex, @Nullable Checkpoint> choice) throws IOException {
        var checkpoint = choice.apply(index);
        if (file == null || checkpoint == null) {
            return new RedactedScan(this, file, null);
        }
        // Another reader may have come further than this file went when it was opened: then there is nothing to read.
        if (checkpoint.raw() > file.size() || follows(file, checkpoint)) {
            return new RedactedScan(this, file, checkpoint);
        }
        forget();
        return new RedactedScan(this, file, null);
    }

    private void indexToTheEnd() throws IOException {
        if (file == null) {
            return;
        }
        var last = index.beforeRaw(file.size());
        if (last != null && !follows(file, last)) {
            forget();
        }
        indexes.cold().extend(index, file, rules);
    }

    /** Same inode and no shorter, yet other bytes: the file was rewritten in place. */
    private void forget() throws IOException {
        indexes.forget(path, rules);
        index = newIndex();
    }

    static boolean follows(LogFile file, Checkpoint place) throws IOException {
        return place.raw() < Long.BYTES || bytesBefore(file, place.raw()) == place.before();
    }

    static long bytesBefore(LogFile file, long position) throws IOException {
        var before = new byte[Long.BYTES];
        file.read(before, position - Long.BYTES, Long.BYTES);
        return LogFile.number(before, 0);
    }

    long size() {
        return file == null ? 0 : file.size();
    }

    /** Equal for the same file; null when there is none. */
    @Nullable
    Object key() {
        return file == null ? null : file.key();
    }

    boolean finished() {
        return finished;
    }

    RedactionRules rules() {
        return rules;
    }

    LogIndex index() {
        return index;
    }

    int spacing() {
        return indexes.spacing();
    }

    @Override
    public void close() throws IOException {
        indexes.settle(path, rules);
        if (file != null) {
            file.close();
        }
    }
}
