package dev.runner.log;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The indexes of the logs read last, bounded in bytes. Only a cache: a log whose index was dropped reads the same,
 * once slower. One per process, shared by all readers. Thread-safe.
 */
public final class LogIndexes {
    private static final long DEFAULT_BYTES = 32L << 20;
    /** Parts of a large log that are read at once. */
    private static final int COLD_PART = 4 << 20;

    private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
    private static final int IDLE_SECONDS = 10;
    /** What an index and its entry cost before the first checkpoint. */
    private static final int ENTRY_OVERHEAD = 512;

    private final long maxBytes;
    private final int spacing;
    private final int maxBytesOfOne;
    private final int coldPart;
    private final ColdScan cold;
    private final ExecutorService readers = threads("log-read");
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /** With room for 32 MB of checkpoints: six logs of 1 GB, or thousands of ordinary ones. */
    public LogIndexes() {
        this(DEFAULT_BYTES);
    }

    public LogIndexes(long maxBytes) {
        this(maxBytes, LogIndex.SPACING, LogIndex.MAX_WEIGHT, COLD_PART);
    }

    LogIndexes(long maxBytes, int spacing, int maxBytesOfOne, int coldPart) {
        this.maxBytes = maxBytes;
        this.spacing = spacing;
        this.maxBytesOfOne = maxBytesOfOne;
        this.coldPart = coldPart;
        this.cold = new ColdScan(threads("log-scan"), PROCESSORS, coldPart);
    }

    /**
     * Platform threads, made when needed and gone when idle. Reading a gigabyte is work without a pause, and a virtual
     * thread gives its carrier back only where it waits: two such readers would stop all requests of a small machine.
     */
    private static ExecutorService threads(String name) {
        var factory = Thread.ofPlatform().daemon().name(name + "-", 0).factory();
        var pool = new ThreadPoolExecutor(
                PROCESSORS, PROCESSORS, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Runs what reads for long where it holds up nobody else; see {@link #threads}. */
    <T> T aside(Reading<T> reading) throws IOException {
        if (!Thread.currentThread().isVirtual()) {
            return reading.run();
        }
        try {
            return readers.submit(reading::run).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a log was read");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            throw new IllegalStateException("reading a log failed", e.getCause());
        }
    }

    interface Reading<T> {
        T run() throws IOException;
    }

    ColdScan cold() {
        return cold;
    }

    /** What is not indexed and larger than this is read by {@link #cold}. */
    int coldPart() {
        return coldPart;
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
