package dev.runner.log;

import java.util.ArrayList;
import java.util.List;
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
    static final int MAX_WEIGHT = 4 << 20;

    private final Object fileKey;
    private final int maxWeight;
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
    synchronized @Nullable Checkpoint before(long redacted) {
        int low = 0;
        int high = checkpoints.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (checkpoints.get(middle).redacted() <= redacted) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? null : checkpoints.get(low - 1);
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
