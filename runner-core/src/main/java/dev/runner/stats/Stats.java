package dev.runner.stats;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How jobs went over time. Jobs are counted where they finished, {@code created} where they were asked for.
 *
 * @param from where the first bucket begins
 * @param to the moment the figures are of
 * @param buckets without gaps, the oldest first
 * @param scripts those that finished jobs, with the most first; not more than {@link #MOST_SCRIPTS}
 */
public record Stats(
        String range,
        Instant from,
        Instant to,
        int bucketSeconds,
        Totals totals,
        List<Bucket> buckets,
        List<ScriptStats> scripts) {
    public static final int MOST_SCRIPTS = 100;

    public Stats {
        buckets = List.copyOf(buckets);
        scripts = List.copyOf(scripts);
    }

    /**
     * Figures of the whole range.
     *
     * @param failureRate the share of failures and timeouts in all that were not canceled; null when there are none
     * @param waitSeconds on average, of those that started
     * @param durationSeconds on average, of those that started
     */
    public record Totals(
            long created,
            long finished,
            long success,
            long failed,
            long canceled,
            long timeout,
            @Nullable Double failureRate,
            @Nullable Double waitSeconds,
            @Nullable Double durationSeconds) {}

    /** Figures of a part of the range, which begins at {@code start} and ends where the next one begins. */
    public record Bucket(
            Instant start,
            long created,
            long success,
            long failed,
            long canceled,
            long timeout,
            @Nullable Double waitSeconds,
            @Nullable Double durationSeconds) {}

    /**
     * Figures of one script.
     *
     * @param durationP50 half of its jobs took at most that long; null, as the others, when none had started
     * @param trend the median duration for each bucket; null where none finished that had started
     */
    public record ScriptStats(
            String scriptKey,
            long finished,
            long success,
            long failed,
            long canceled,
            long timeout,
            @Nullable Double failureRate,
            @Nullable Double durationP50,
            @Nullable Double durationP95,
            @Nullable Double durationMax,
            @Nullable Double waitSeconds,
            Instant lastFinishedAt,
            List<@Nullable Double> trend) {
        public ScriptStats {
            // List.copyOf takes no nulls.
            trend = Collections.unmodifiableList(new ArrayList<>(trend));
        }
    }
}
