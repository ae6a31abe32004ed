package dev.runner.stats;

import dev.runner.stats.Stats.Bucket;
import dev.runner.stats.Stats.ScriptStats;
import dev.runner.stats.Stats.Totals;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/** Puts the rows of {@link StatsStore}'s statements where they belong. Not thread-safe. */
final class Reading {
    private final StatsRange range;
    private final Instant now;
    private final Instant first;
    private final long[] created;
    private final Tally[] buckets;
    private final Tally all = new Tally();
    private final Map<String, OneScript> scripts = new HashMap<>();

    /** @param last where the bucket begins that is not over yet */
    Reading(StatsRange range, Instant now, Instant last) {
        this.range = range;
        this.now = now;
        this.first = last.minus(range.bucket().multipliedBy(range.buckets() - 1));
        this.created = new long[range.buckets()];
        this.buckets = Stream.generate(Tally::new).limit(range.buckets()).toArray(Tally[]::new);
    }

    Instant first() {
        return first;
    }

    void created(Record row) {
        created[place(row)] = row.get("jobs", Long.class);
    }

    void finished(Record row) {
        OneScript script = scripts.computeIfAbsent(row.get("script_key", String.class), key -> new OneScript(range));
        Double median = rounded(row.get("p50", Double.class));
        if (row.get("at") == null) {
            script.median = median;
            script.percentile95 = rounded(row.get("p95", Double.class));
            return;
        }
        var counts = new Tally.Counts(
                row.get("finished", Long.class),
                row.get("success", Long.class),
                row.get("failed", Long.class),
                row.get("canceled", Long.class),
                row.get("started", Long.class),
                row.get("seconds", Double.class),
                row.get("waits", Long.class),
                row.get("waited", Double.class));
        int place = place(row);
        buckets[place].add(counts);
        all.add(counts);
        script.add(counts, place, median, row.get("longest", Double.class), row.get("latest", Instant.class));
    }

    private int place(Record row) {
        return (int) Duration.between(first, row.get("at", Instant.class)).dividedBy(range.bucket());
    }

    Stats stats() {
        return new Stats(
                range.text(),
                first,
                now,
                (int) range.bucket().toSeconds(),
                new Totals(
                        Arrays.stream(created).sum(),
                        all.finished(),
                        all.success(),
                        all.failed(),
                        all.canceled(),
                        all.timeout(),
                        all.failureRate(),
                        all.averageWait(),
                        all.averageDuration()),
                IntStream.range(0, range.buckets()).mapToObj(this::bucket).toList(),
                mostUsed());
    }

    private Bucket bucket(int place) {
        Tally tally = buckets[place];
        return new Bucket(
                first.plus(range.bucket().multipliedBy(place)),
                created[place],
                tally.success(),
                tally.failed(),
                tally.canceled(),
                tally.timeout(),
                tally.averageWait(),
                tally.averageDuration());
    }

    private List<ScriptStats> mostUsed() {
        return scripts.entrySet().stream()
                .map(entry -> entry.getValue().stats(entry.getKey()))
                .sorted(Comparator.comparingLong(ScriptStats::finished)
                        .reversed()
                        .thenComparing(ScriptStats::scriptKey))
                .limit(Stats.MOST_SCRIPTS)
                .toList();
    }

    private static @Nullable Double rounded(@Nullable Double seconds) {
        return seconds == null ? null : (Double) Tally.seconds(seconds);
    }

    /** What is known of one script so far. */
    private static final class OneScript {
        private final Tally tally = new Tally();
        private final @Nullable Double[] trend;
        private @Nullable Double median;
        private @Nullable Double percentile95;
        private @Nullable Double longest;
        private Instant latest = Instant.MIN;

        OneScript(StatsRange range) {
            trend = new @Nullable Double[range.buckets()];
        }

        void add(
                Tally.Counts counts,
                int place,
                @Nullable Double medianThere,
                @Nullable Double longestThere,
                Instant latestThere) {
            tally.add(counts);
            trend[place] = medianThere;
            if (longestThere != null && (longest == null || longestThere > longest)) {
                longest = longestThere;
            }
            latest = latest.isAfter(latestThere) ? latest : latestThere;
        }

        ScriptStats stats(String key) {
            return new ScriptStats(
                    key,
                    tally.finished(),
                    tally.success(),
                    tally.failed(),
                    tally.canceled(),
                    tally.timeout(),
                    tally.failureRate(),
                    median,
                    percentile95,
                    rounded(longest),
                    tally.averageWait(),
                    latest,
                    Arrays.asList(trend));
        }
    }
}
