package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PidRangeTest {
    private static final Duration YOUNG = Duration.ofMillis(100);
    private final PidRange.Since range = new PidRange.Since(500, 0, 32_768);

    @Test
    void descendants_have_pids_up_to_the_newest() {
        assertThat(among(range.upTo(502, YOUNG), 1, 499, 500, 501, 502, 503, 32_000))
                .containsExactly(501, 502);
    }

    @Test
    void counting_may_have_begun_anew_since() {
        assertThat(among(range.upTo(301, YOUNG), 1, 300, 301, 302, 499, 500, 501, 32_767))
                .containsExactly(1, 300, 301, 501, 32_767);
    }

    @Test
    void after_a_whole_round_it_can_be_anybody() {
        assertThat(among(range.upTo(502, Duration.ofMinutes(1)), 1, 500, 32_767))
                .hasSize(3);
        assertThat(among(range.upTo(-1, YOUNG), 1, 500, 32_767)).hasSize(3);
    }

    @Test
    void a_child_of_this_process_is_in_the_range_from_its_own_start() throws Exception {
        Process first = new ProcessBuilder("true").start();
        var since = PidRange.descendantsOf(first.pid(), System.nanoTime());
        Process second = new ProcessBuilder("true").start();
        first.waitFor();
        second.waitFor();

        LongPredicate candidates = since.upTo(PidRange.newest());

        assertThat(among(candidates, first.pid(), second.pid())).containsExactly(second.pid());
    }

    private static long[] among(LongPredicate candidates, long... pids) {
        return LongStream.of(pids).filter(candidates).toArray();
    }
}
