package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogIndexTest {
    private static final RedactorState STATE = new RedactorState(new int[0], new byte[0], 0);

    @Test
    void finds_the_last_place_before_an_offset() {
        var index = new LogIndex("file", 10, 10_000);
        index.add(new Checkpoint(10, 5, 0, STATE));
        index.add(new Checkpoint(15, 6, 0, STATE));
        index.add(new Checkpoint(20, 15, 0, STATE));
        index.add(new Checkpoint(30, 15, 0, STATE));
        assertThat(index.before(4)).isNull();
        assertThat(index.before(14)).isEqualTo(new Checkpoint(10, 5, 0, STATE));
        assertThat(index.before(15)).isEqualTo(new Checkpoint(30, 15, 0, STATE));
    }

    @Test
    void keeps_its_size_and_an_even_spread_however_long_the_log() {
        var index = new LogIndex("file", 10, 5_200);
        for (int raw = 10; raw <= 1_000_000; raw += 10) {
            index.add(new Checkpoint(raw, raw, 0, STATE));
            assertThat(index.weight()).isLessThanOrEqualTo(5_200);
        }
        for (long offset = 50_000; offset < 1_000_000; offset += 999) {
            long start = offset - 50_000;
            assertThat(index.before(offset)).matches(c -> c != null && c.raw() > start);
        }
    }

    @Test
    void belongs_to_one_file_that_never_gets_shorter() {
        var index = new LogIndex("file", 10, 10_000);
        index.add(new Checkpoint(10, 5, 0, STATE));
        assertThat(index.fits("file", 10)).isTrue();
        assertThat(index.fits("file", 9)).isFalse();
        assertThat(index.fits("other", 10)).isFalse();
    }
}
