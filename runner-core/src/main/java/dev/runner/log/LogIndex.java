package dev.runner.log;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The checkpoints of one log, in the order of the file. When they outgrow the limit every other one is dropped and the
 * distance between new ones doubles, so a huge log costs the same memory as a large one and is a little slower to enter.
 * Thread-safe.
 */
final class LogIndex {
    /** About one page: entering at a checkpoint then costs no more than the page itself. */
    static final int SPACING = 16 * 1024;

    /** Enough for 1 GB at the first spacing. */
    static final int MAX_WEIGHT = 5 << 20;

    private final Object fileKey;
    private final int maxWeight;
    private final Lock growing = new ReentrantLock();
    private List<Checkpoint> checkpoints = new ArrayList<>();
    private long spacing;
    private long weight;

    LogIndex(Object fileKey, int spacing, int maxWeight) {
        this.fileKey = fileKey;
        this.spacing = spacing;
        this.maxWeight = maxWeight;
    }

    /** Whether a file can be the one that was indexed, grown or unchanged. */
    synchronized boolean fits(Object key, long size) {
        return fileKey.equals(key)
                && (checkpoints.isEmpty() || checkpoints.getLast().raw() <= size);
    }

    /** The last checkpoint that has not written more than {@code redacted} bytes; null means the start of the file. */
    @Nullable
    Checkpoint before(long redacted) {
        return last(checkpoint -> checkpoint.redacted() <= redacted);
    }

    /** The last checkpoint that has not read more than {@code raw} bytes. */
    @Nullable
    Checkpoint beforeRaw(long raw) {
        return last(checkpoint -> checkpoint.raw() <= raw);
    }

    /** The last checkpoint before which nothing of that row was written. */
    @Nullable
    Checkpoint beforeRow(long row) {
        return last(checkpoint -> checkpoint.isBeforeRow(row));
    }

    @Nullable
    Checkpoint beforeLine(long line) {
        return last(checkpoint -> checkpoint.isBeforeLine(line));
    }

    /** The last checkpoint for which {@code early} holds; it holds for none after one for which it does not. */
    private synchronized @Nullable Checkpoint last(Predicate<Checkpoint> early) {
        int low = 0;
        int high = checkpoints.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (early.test(checkpoints.get(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : checkpoints.get(low - 1);
    }

    /** Held by whoever reads a large part that is not indexed yet, so that others wait instead of reading it as well. */
    Lock growing() {
        return growing;
    }

    /** The distance that new checkpoints have. */
    synchronized int spacing() {
        return (int) Math.min(spacing, Integer.MAX_VALUE);
    }

    synchronized boolean wants(long raw) {
        return raw >= (checkpoints.isEmpty() ? 0 : checkpoints.getLast().raw()) + spacing;
    }

    synchronized void add(Checkpoint checkpoint) {
        if (!wants(checkpoint.raw())) {
            return;
        }
        checkpoints.add(checkpoint);
        weight += checkpoint.weight();
        if (weight > maxWeight) {
            thinOut();
        }
    }

    synchronized long weight() {
        return weight;
    }

    private void thinOut() {
        var kept = new ArrayList<Checkpoint>();
        weight = 0;
        for (int i = 1; i < checkpoints.size(); i += 2) {
            kept.add(checkpoints.get(i));
            weight += checkpoints.get(i).weight();
        }
        checkpoints = kept;
        spacing *= 2;
    }
}
