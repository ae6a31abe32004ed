package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.AttemptKey;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitMarkTest {
    private static final UUID JOB = UUID.fromString("0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b");

    @Test
    void it_is_the_same_for_every_version_and_another_for_every_attempt() {
        assertThat(LimitMark.of(new AttemptKey(JOB, 1))).isEqualTo(2_707_081_620_863_980_331L);
        assertThat(LimitMark.of(new AttemptKey(JOB, 2))).isNotEqualTo(LimitMark.of(new AttemptKey(JOB, 1)));
        assertThat(LimitMark.of(new AttemptKey(JOB, 2))).isBetween(1L << 61, (1L << 62) - 1);
    }

    @Test
    void it_is_found_among_the_limits() {
        String limits = """
                Limit                     Soft Limit           Hard Limit           Units
                Max address space         unlimited            unlimited            bytes
                Max file locks            2305843009213693953  2305843009213693953  locks
                Max pending signals       96000                96000                signals
                """;

        assertThat(LimitMark.in(limits)).isEqualTo(2_305_843_009_213_693_953L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Max file locks",
                "Max file locks            unlimited            unlimited            locks\n",
                "Max file locks            99999999999999999999 99999999999999999999 locks\n"
            })
    void most_have_none(String limits) {
        assertThat(LimitMark.in(limits)).isEqualTo(LimitMark.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dash", "bash", "busybox ash"})
    void shells_can_give_it(String shell) throws Exception {
        Process process = new ProcessBuilder(
                        "sh",
                        "-c",
                        "command -v ${0%% *} >/dev/null || exit 0; exec $0 -c 'ulimit -x 7 || ulimit -w 7;"
                                + " cat /proc/self/limits'",
                        shell)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String limits = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.US_ASCII);

        assertThat(limits.isEmpty() ? 7 : LimitMark.in(limits)).isEqualTo(7);
    }
}
