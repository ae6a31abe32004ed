package dev.runner.stats;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** How far back statistics look, and in how many parts. The texts are part of the API. */
public enum StatsRange {
    HOUR("1h", Duration.ofMinutes(2), 30),
    DAY("24h", Duration.ofMinutes(30), 48),
    WEEK("7d", Duration.ofHours(3), 56),
    MONTH("30d", Duration.ofHours(12), 60);

    private final String text;
    private final Duration bucket;
    private final int buckets;

    StatsRange(String text, Duration bucket, int buckets) {
        this.text = text;
        this.bucket = bucket;
        this.buckets = buckets;
    }

    public static Optional<StatsRange> find(String text) {
        return Arrays.stream(values()).filter(range -> range.text.equals(text)).findFirst();
    }

    public String text() {
        return text;
    }

    /** How long a part is. */
    public Duration bucket() {
        return bucket;
    }

    /** How many parts there are; the last one is not over yet. */
    public int buckets() {
        return buckets;
    }
}
