package dev.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReportTest {
    private final Report report = new Report("Speed");

    @Test
    void is_good_when_every_target_is_met() {
        report.add("reads", 1234.5, "MB/s", ">= 300", true);
        report.note("page", 12.345, "us");
        assertThat(report.exitCode()).isZero();
        assertThat(printed())
                .containsPattern("reads +1235 MB/s +>= 300 +PASS")
                .containsPattern("page +12\\.35 us")
                .contains("all targets met");
    }

    @Test
    void fails_when_one_is_missed() {
        report.add("reads", 400, "MB/s", ">= 300", true);
        report.add("writes", 2, "MB/s", ">= 300", false);
        assertThat(report.exitCode()).isEqualTo(1);
        assertThat(printed())
                .containsPattern("writes +2\\.00 MB/s +>= 300 +FAIL")
                .contains("1 missed");
    }

    private String printed() {
        var bytes = new ByteArrayOutputStream();
        report.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
