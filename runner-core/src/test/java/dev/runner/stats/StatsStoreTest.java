package dev.runner.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.runner.stats.Stats.Bucket;
import dev.runner.stats.Stats.ScriptStats;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(PostgresExtension.class)
class StatsStoreTest {
    private static final long SEED = 20260302;

    private final TestDatabase database;
    private final StatsStore store;
    private TestJobs jobs;

    StatsStoreTest(TestDatabase database) {
        this.database = database;
        this.store = new StatsStore(database.dsl());
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @ParameterizedTest
    @EnumSource
    void an_empty_installation_has_all_buckets_and_no_figures(StatsRange range) {
        Stats stats = store.read(range, null);

        assertThat(stats.range()).isEqualTo(range.text());
        assertThat(stats.buckets()).hasSize(range.buckets());
        assertThat(stats.bucketSeconds()).isEqualTo((int) range.bucket().toSeconds());
        assertThat(stats.scripts()).isEmpty();
        assertThat(stats.totals()).isEqualTo(new Stats.Totals(0, 0, 0, 0, 0, 0, null, null, null));
        assertThat(stats.buckets())
                .allSatisfy(
                        bucket -> assertThat(bucket).isEqualTo(new Bucket(bucket.start(), 0, 0, 0, 0, 0, null, null)));
    }

    @ParameterizedTest
    @EnumSource
    void buckets_are_aligned_follow_each_other_and_the_last_one_holds_now(StatsRange range) {
        Stats stats = store.read(range, null);

        assertThat(stats.buckets().getFirst().start()).isEqualTo(stats.from());
        assertThat(stats.from().getEpochSecond() % stats.bucketSeconds()).isZero();
        for (int i = 1; i < stats.buckets().size(); i++) {
            assertThat(stats.buckets().get(i).start())
                    .isEqualTo(stats.buckets().get(i - 1).start().plus(range.bucket()));
        }
        Instant last = stats.buckets().getLast().start();
        assertThat(stats.to()).isAfterOrEqualTo(last).isBefore(last.plus(range.bucket()));
    }

    @Test
    void a_job_is_counted_where_it_finished_and_created_where_it_was_asked_for() {
        Stats before = store.read(StatsRange.DAY, null);
        Instant finished = before.buckets().get(20).start();
        finish("demo.run", "success", finished.minusSeconds(3600), finished.minusSeconds(90), finished);

        Stats stats = store.read(StatsRange.DAY, null);

        assertThat(bucket(stats, finished).success()).isEqualTo(1);
        assertThat(bucket(stats, finished).created()).isZero();
        assertThat(bucket(stats, finished.minusSeconds(3600)).created()).isEqualTo(1);
        assertThat(bucket(stats, finished).durationSeconds()).isEqualTo(90);
        assertThat(bucket(stats, finished).waitSeconds()).isEqualTo(3510);
        assertThat(stats.totals()).isEqualTo(new Stats.Totals(1, 1, 1, 0, 0, 0, 0.0, 3510.0, 90.0));
    }

    @Test
    void the_borders_of_the_range_are_sharp() {
        Stats stats;
        Instant from;
        do {
            empty();
            from = store.read(StatsRange.DAY, null).from();
            finish("demo.run", "success", from, from, from);
            Instant before = from.minusNanos(1000);
            finish("demo.run", "failed", before, before, before);
            stats = store.read(StatsRange.DAY, null);
        } while (!stats.from().equals(from)); // a new bucket began just then

        assertThat(stats.totals().finished()).isEqualTo(1);
        assertThat(stats.totals().created()).isEqualTo(1);
        assertThat(stats.buckets().getFirst().success()).isEqualTo(1);
    }

    /** The worker writes when a job ended, which may be long before it could write it. */
    @Test
    void an_end_that_is_noted_late_appears_where_it_belongs() {
        Instant then = store.read(StatsRange.DAY, null).buckets().get(3).start();
        assertThat(bucket(store.read(StatsRange.DAY, null), then).failed()).isZero();

        finish("demo.run", "failed", then, then, then.plusSeconds(60));

        assertThat(bucket(store.read(StatsRange.DAY, null), then).failed()).isEqualTo(1);
    }

    @Test
    void a_job_that_never_started_has_neither_wait_nor_duration() {
        Instant then = store.read(StatsRange.HOUR, null).buckets().get(5).start();
        finish("demo.run", "canceled", then, null, then.plusSeconds(30));

        Stats stats = store.read(StatsRange.HOUR, null);

        assertThat(stats.totals()).isEqualTo(new Stats.Totals(1, 1, 0, 0, 1, 0, null, null, null));
        assertThat(stats.scripts()).singleElement().satisfies(script -> {
            assertThat(script.canceled()).isEqualTo(1);
            assertThat(script.durationP50()).isNull();
            assertThat(script.durationP95()).isNull();
            assertThat(script.durationMax()).isNull();
            assertThat(script.waitSeconds()).isNull();
            assertThat(script.failureRate()).isNull();
            assertThat(script.lastFinishedAt()).isEqualTo(then.plusSeconds(30));
            assertThat(script.trend()).hasSize(30).containsOnlyNulls();
        });
    }

    @Test
    void one_that_never_started_does_not_change_the_figures_of_those_that_did() {
        Instant then = store.read(StatsRange.HOUR, null).buckets().get(5).start();
        finish("demo.run", "canceled", then, null, then.plusSeconds(30));
        finish("demo.run", "success", then, then.plusSeconds(2), then.plusSeconds(12));

        Stats stats = store.read(StatsRange.HOUR, null);

        assertThat(stats.totals().waitSeconds()).isEqualTo(2);
        assertThat(stats.totals().durationSeconds()).isEqualTo(10);
        assertThat(stats.scripts().getFirst().durationP50()).isEqualTo(10);
        assertThat(trend(stats, then)).isEqualTo(10);
    }

    /** Its time of availability is that of the last attempt, its start that of the first. */
    @Test
    void the_wait_of_a_job_that_was_requeued_is_not_guessed() {
        Instant then = store.read(StatsRange.HOUR, null).buckets().get(5).start();
        UUID id = finish("demo.run", "success", then, then.plusSeconds(1), then.plusSeconds(60));
        database.dsl()
                .execute("UPDATE runner_jobs SET available_at = started_at + interval '20 seconds' WHERE id = ?", id);

        Stats stats = store.read(StatsRange.HOUR, null);

        assertThat(stats.totals().waitSeconds()).isNull();
        assertThat(stats.totals().durationSeconds()).isEqualTo(59);
    }

    @Test
    void canceled_jobs_are_no_failures_and_timeouts_are() {
        Instant then = store.read(StatsRange.HOUR, null).buckets().get(9).start();
        for (String status : List.of("success", "success", "success", "failed", "timeout", "canceled")) {
            finish("demo.run", status, then, then, then.plusSeconds(1));
        }

        Stats.Totals totals = store.read(StatsRange.HOUR, null).totals();

        assertThat(totals.finished()).isEqualTo(6);
        assertThat(totals.timeout()).isEqualTo(1);
        assertThat(totals.failureRate()).isEqualTo(0.4);
    }

    @Test
    void jobs_that_wait_or_run_are_only_asked_for() {
        jobs.queued("ada");
        jobs.put(jobs.queued("ada").id(), dev.runner.job.JobStatus.RUNNING);

        Stats stats = store.read(StatsRange.HOUR, null);

        assertThat(stats.totals().created()).isEqualTo(2);
        assertThat(stats.totals().finished()).isZero();
        assertThat(stats.buckets().stream().mapToLong(Bucket::created).sum()).isEqualTo(2);
    }

    @Test
    void one_script_alone() {
        Instant then = store.read(StatsRange.WEEK, null).buckets().get(9).start();
        finish("demo.run", "success", then, then, then.plusSeconds(1));
        finish("demo.other", "failed", then, then, then.plusSeconds(1));

        Stats stats = store.read(StatsRange.WEEK, "demo.other");

        assertThat(stats.totals().created()).isEqualTo(1);
        assertThat(stats.totals().failed()).isEqualTo(1);
        assertThat(stats.totals().success()).isZero();
        assertThat(stats.scripts()).extracting(ScriptStats::scriptKey).containsExactly("demo.other");
        assertThat(store.read(StatsRange.WEEK, "demo.unknown").scripts()).isEmpty();
    }

    @Test
    void the_most_used_scripts_come_first_and_not_more_than_a_hundred() {
        Instant then = store.read(StatsRange.DAY, null).buckets().get(9).start();
        database.dsl().execute("""
                INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, created_at, started_at, finished_at)
                SELECT gen_random_uuid(), ?, 'script-' || n, 'success', 'ada', ?::timestamptz, ?::timestamptz, ?::timestamptz
                FROM generate_series(1, 120) n, generate_series(1, n) times""", jobs.repoId(), then, then, then);

        Stats stats = store.read(StatsRange.DAY, null);

        assertThat(stats.scripts()).hasSize(100);
        assertThat(stats.scripts().getFirst().scriptKey()).isEqualTo("script-120");
        assertThat(stats.scripts().getLast().scriptKey()).isEqualTo("script-21");
        assertThat(stats.totals().finished()).isEqualTo(120 * 121 / 2);
    }

    @Test
    void percentiles_of_few_jobs_are_exact() {
        Instant then = store.read(StatsRange.DAY, null).buckets().get(9).start();
        for (int seconds : new int[] {50, 10, 40, 20, 30}) {
            finish("demo.run", "success", then, then, then.plusSeconds(seconds));
        }

        Stats stats = store.read(StatsRange.DAY, null);

        ScriptStats script = stats.scripts().getFirst();
        assertThat(script.durationP50()).isEqualTo(30);
        assertThat(script.durationP95()).isEqualTo(50);
        assertThat(script.durationMax()).isEqualTo(50);
        assertThat(trend(stats, then)).isEqualTo(30);
    }

    @Test
    void percentiles_of_many_jobs_are_within_a_percent() {
        Stats empty = store.read(StatsRange.DAY, null);
        var random = new Random(SEED);
        var all = new ArrayList<Double>();
        var inBucket = new ArrayList<Double>();
        for (int i = 0; i < 600; i++) {
            Instant finished = empty.buckets().get(i % 3 + 4).start().plusSeconds(random.nextInt(1700));
            long millis = (long) Math.exp(random.nextDouble() * 12);
            finish("demo.run", "success", finished.minusMillis(millis), finished.minusMillis(millis), finished);
            all.add(millis / 1000.0);
            if (i % 3 == 1) {
                inBucket.add(millis / 1000.0);
            }
        }

        Stats stats = store.read(StatsRange.DAY, null);

        ScriptStats script = stats.scripts().getFirst();
        assertThat(script.durationP50()).isCloseTo(rank(all, 0.5), within(rank(all, 0.5) * 0.012 + 0.001));
        assertThat(script.durationP95()).isCloseTo(rank(all, 0.95), within(rank(all, 0.95) * 0.012 + 0.001));
        assertThat(script.durationMax()).isEqualTo(Collections.max(all));
        double median = rank(inBucket, 0.5);
        assertThat(trend(stats, empty.buckets().get(5).start())).isCloseTo(median, within(median * 0.012 + 0.001));
    }

    @Test
    void a_duration_of_nothing_is_a_duration() {
        Instant then = store.read(StatsRange.DAY, null).buckets().get(9).start();
        finish("demo.run", "success", then, then, then);

        ScriptStats script = store.read(StatsRange.DAY, null).scripts().getFirst();

        assertThat(script.durationP50()).isZero();
        assertThat(script.waitSeconds()).isZero();
    }

    private static double rank(List<Double> values, double share) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.ceil(sorted.size() * share) - 1);
    }

    private static Bucket bucket(Stats stats, Instant at) {
        return stats.buckets().get(place(stats, at));
    }

    private static @Nullable Double trend(Stats stats, Instant at) {
        return stats.scripts().getFirst().trend().get(place(stats, at));
    }

    /** By time, because a new bucket may have begun since the time was chosen. */
    private static int place(Stats stats, Instant at) {
        return (int) Duration.between(stats.from(), at).dividedBy(Duration.ofSeconds(stats.bucketSeconds()));
    }

    private UUID finish(String script, String status, Instant created, @Nullable Instant started, Instant finished) {
        UUID id = UUID.randomUUID();
        database.dsl()
                .execute(
                        "INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, created_at, available_at,"
                                + " started_at, finished_at) VALUES (?, ?, ?, ?, 'ada', ?::timestamptz, ?::timestamptz,"
                                + " ?::timestamptz, ?::timestamptz)",
                        id,
                        jobs.repoId(),
                        script,
                        status,
                        created,
                        created,
                        started,
                        finished);
        return id;
    }
}
