package dev.runner.log;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The indexes of the logs read last, bounded in bytes. Only a cache: a log whose index was dropped reads the same,
 * once slower. One per process, shared by all readers. Thread-safe.
 */
public final class LogIndexes {
    private static final long DEFAULT_BYTES = 64L << 20;
    /** What an index and its entry cost before the first checkpoint. */
    private static final int ENTRY_OVERHEAD = 512;

    private final long maxBytes;
    private final int spacing;
    private final int maxBytesOfOne;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** With room for 64 MB of checkpoints, some fifty logs of 1 GB. */
    public LogIndexes() {
        this(DEFAULT_BYTES);
    }

    public LogIndexes(long maxBytes) {
        this(maxBytes, LogIndex.SPACING, LogIndex.MAX_WEIGHT);
    }

    LogIndexes(long maxBytes, int spacing, int maxBytesOfOne) {
        this.maxBytes = maxBytes;
        this.spacing = spacing;
        this.maxBytesOfOne = maxBytesOfOne;
    }

    /** The heap the cache holds on to, in bytes. */
    public synchronized long bytes() {
        return bytes;
    }

    /** How much is read at a time, so that a checkpoint may follow each piece. */
    int spacing() {
        return spacing;
    }

    /**
     * The index of this file, a new one when the file was replaced or cut off since. The size is looked up here, not when
     * the file was opened: another reader may have gone further by now, and that is no reason to forget what it found.
     */
    synchronized LogIndex of(Path path, RedactionRules rules, LogFile file) throws IOException {
        var key = new Key(path, rules.fingerprint());
        var entry = entries.get(key);
        if (entry == null || !entry.index.fits(file.key(), file.sizeNow())) {
            forget(path, rules);
            entry = new Entry(new LogIndex(file.key(), spacing, maxBytesOfOne));
            entries.put(key, entry);
        }
        return entry.index;
    }

    synchronized void forget(Path path, RedactionRules rules) {
        var entry = entries.remove(new Key(path, rules.fingerprint()));
        if (entry != null) {
            bytes -= entry.weight;
        }
    }

    /** After a read: counts what it added, and drops the logs not read for longest. */
    synchronized void settle(Path path, RedactionRules rules) {
        var entry = entries.get(new Key(path, rules.fingerprint()));
        if (entry == null) {
            return;
        }
        long weight = entry.index.weight() + ENTRY_OVERHEAD;
        bytes += weight - entry.weight;
        entry.weight = weight;
        var oldest = entries.values().iterator();
        while (bytes > maxBytes && oldest.hasNext()) {
            bytes -= oldest.next().weight;
            oldest.remove();
        }
    }

    private record Key(Path path, String rules) {}

    private static final class Entry {
        private final LogIndex index;
        private long weight;

        Entry(LogIndex index) {
            this.index = index;
        }
    }
}
