package dev.runner.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StatsCacheTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final AtomicInteger asked = new AtomicInteger();

    @Test
    void an_answer_is_kept_for_a_moment() {
        var cache = new StatsCache((range, script) -> answer(), nanos::get);
        Stats first = cache.read(StatsRange.DAY, null);
        pass(Duration.ofMillis(1999));
        assertThat(cache.read(StatsRange.DAY, null)).isSameAs(first);
        pass(Duration.ofMillis(1));
        assertThat(cache.read(StatsRange.DAY, null)).isNotSameAs(first);
    }

    @Test
    void one_that_took_long_is_kept_for_longer() {
        var cache = new StatsCache(
                (range, script) -> {
                    pass(Duration.ofSeconds(1));
                    return answer();
                },
                nanos::get);
        Stats first = cache.read(StatsRange.MONTH, null);
        pass(Duration.ofSeconds(19));
        assertThat(cache.read(StatsRange.MONTH, null)).isSameAs(first);
        pass(Duration.ofSeconds(1));
        assertThat(cache.read(StatsRange.MONTH, null)).isNotSameAs(first);
    }

    @Test
    void each_question_has_an_answer_of_its_own() {
        var cache = new StatsCache((range, script) -> answer(), nanos::get);
        cache.read(StatsRange.DAY, null);
        cache.read(StatsRange.HOUR, null);
        cache.read(StatsRange.DAY, "a");
        cache.read(StatsRange.DAY, "b");
        assertThat(asked).hasValue(4);
    }

    @Test
    void many_questions_push_the_oldest_out() {
        var cache = new StatsCache((range, script) -> answer(), nanos::get);
        Stats first = cache.read(StatsRange.DAY, "0");
        for (int i = 1; i < 256; i++) {
            cache.read(StatsRange.DAY, String.valueOf(i));
        }
        assertThat(cache.read(StatsRange.DAY, "0")).isSameAs(first);
        cache.read(StatsRange.DAY, "one too many");
        assertThat(cache.read(StatsRange.DAY, "0")).isNotSameAs(first);
    }

    @Test
    void a_failure_is_told_and_not_kept() {
        var cache = new StatsCache(
                (range, script) -> {
                    if (asked.get() == 0) {
                        asked.incrementAndGet();
                        throw new IllegalArgumentException("no database");
                    }
                    return answer();
                },
                nanos::get);
        assertThatThrownBy(() -> cache.read(StatsRange.DAY, null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no database");
        assertThat(cache.read(StatsRange.DAY, null)).isNotNull();
    }

    @Test
    void those_who_ask_at_the_same_time_share_one_answer() throws Exception {
        var begun = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        var cache = new StatsCache(
                (range, script) -> {
                    begun.countDown();
                    await(go);
                    return answer();
                },
                nanos::get);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Stats>> answers = new ArrayList<>();
            answers.add(threads.submit(() -> cache.read(StatsRange.DAY, null)));
            await(begun);
            for (int i = 0; i < 20; i++) {
                answers.add(threads.submit(() -> cache.read(StatsRange.DAY, null)));
            }
            go.countDown();
            Stats first = answers.getFirst().get(30, TimeUnit.SECONDS);
            for (var answer : answers) {
                assertThat(answer.get(30, TimeUnit.SECONDS)).isSameAs(first);
            }
        }
        assertThat(asked).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private Stats answer() {
        asked.incrementAndGet();
        return new Stats(
                "24h",
                Instant.EPOCH,
                Instant.EPOCH,
                1800,
                new Stats.Totals(0, 0, 0, 0, 0, 0, null, null, null),
                List.of(),
                List.of());
    }
}
