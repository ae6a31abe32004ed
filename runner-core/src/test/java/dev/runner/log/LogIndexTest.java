package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogIndexTest {
    private static final RedactorState STATE = new RedactorState(new int[0], new byte[0], 0);

    @Test
    void finds_the_last_place_before_an_offset() {
        var index = new LogIndex("file", 10, 10_000);
        index.add(checkpoint(10, 5));
        index.add(checkpoint(15, 6));
        index.add(checkpoint(20, 15));
        index.add(checkpoint(30, 15));
        assertThat(index.before(4)).isNull();
        assertThat(index.before(14)).isEqualTo(checkpoint(10, 5));
        assertThat(index.before(15)).isEqualTo(checkpoint(30, 15));
    }

    @Test
    void keeps_its_size_and_an_even_spread_however_long_the_log() {
        var index = new LogIndex("file", 10, 6_800);
        for (int raw = 10; raw <= 1_000_000; raw += 10) {
            index.add(checkpoint(raw, raw));
            assertThat(index.weight()).isLessThanOrEqualTo(6_800);
        }
        for (long offset = 50_000; offset < 1_000_000; offset += 999) {
            long start = offset - 50_000;
            assertThat(index.before(offset)).matches(c -> c != null && c.raw() > start);
        }
    }

    @Test
    void belongs_to_one_file_that_never_gets_shorter() {
        var index = new LogIndex("file", 10, 10_000);
        index.add(checkpoint(10, 5));
        assertThat(index.fits("file", 10)).isTrue();
        assertThat(index.fits("file", 9)).isFalse();
        assertThat(index.fits("other", 10)).isFalse();
    }

    @Test
    void finds_the_last_place_before_a_row_or_line_begins() {
        var index = new LogIndex("file", 10, 10_000);
        var inside = new Checkpoint(10, 10, 0, 3, 2, 7, true, STATE);
        var atRow = new Checkpoint(20, 20, 0, 5, 2, 0, true, STATE);
        var atLine = new Checkpoint(30, 30, 0, 6, 3, 0, false, STATE);
        index.add(inside);
        index.add(atRow);
        index.add(atLine);
        assertThat(index.beforeRow(3)).isNull();
        assertThat(index.beforeRow(4)).isEqualTo(inside);
        assertThat(index.beforeRow(5)).isEqualTo(atRow);
        assertThat(index.beforeRow(6)).isEqualTo(atLine);
        assertThat(index.beforeLine(2)).isNull();
        assertThat(index.beforeLine(3)).isEqualTo(atLine);
        assertThat(index.beforeRaw(29)).isEqualTo(atRow);
    }

    private static Checkpoint checkpoint(long raw, long redacted) {
        return new Checkpoint(raw, redacted, 0, 0, 0, 0, false, STATE);
    }
}
