package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class DatabaseClockTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

    @Test
    void a_clock_that_runs_like_ours_gains_nothing() {
        var before = new DatabaseClock(NOON, Long.MAX_VALUE - 5);
        var after = new DatabaseClock(
                NOON.plusSeconds(7), before.nanos() + Duration.ofSeconds(7).toNanos());
        assertThat(after.gainedSince(before)).isZero();
    }

    @Test
    void a_clock_that_was_set_is_seen_in_either_direction() {
        var before = new DatabaseClock(NOON, 0);
        long second = Duration.ofSeconds(1).toNanos();
        assertThat(new DatabaseClock(NOON.plusSeconds(3601), second).gainedSince(before))
                .isEqualTo(Duration.ofHours(1));
        assertThat(new DatabaseClock(NOON.minusSeconds(3599), second).gainedSince(before))
                .isEqualTo(Duration.ofHours(-1));
    }
}
