package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogErrorTest {
    private Path path = Path.of("log");
    private RedactedLog log = new RedactedLog(path, RedactionRules.standard(), new LogIndexes());

    @BeforeEach
    void file(@TempDir Path folder) {
        path = folder.resolve("job.log");
        log = new RedactedLog(path, RedactionRules.standard(), new LogIndexes(100_000, 16, 20_000, 1 << 20));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ERROR: out of space",
                "[ERROR] Failures: 0",
                "\u001b[31mERROR\u001b[0m it broke",
                "\u001b[1;31merror\u001b[0m: it broke",
                "Error: cannot find module",
                "java.lang.NullPointerException: null",
                "Caused by: java.io.IOException: closed",
                "ValueError: 5",
                "Traceback (most recent call last):",
                "thread 'main' panicked at src/main.rs",
                "panic: runtime error",
                "2 errors",
                "10 errors",
                "1,000 errors",
                "Build FAILED",
                "fatal: not a git repository",
                "3 failed, 0 passed",
                "bash: foo: command not found",
                "cat: x: No such file or directory",
                "error=timeout",
                "errors: 3",
                "an error.",
                "error: no space left on device",
                "error: none of the hosts answered",
            })
    void is_found(String line) throws IOException {
        Files.writeString(path, "all is well\n" + line + "\nand on\n");
        var found = log.firstError(0, 1 << 20, true);
        assertThat(found.hit()).isNotNull().matches(hit -> hit.line() == 1);
        assertThat(found.hit()).extracting(LogSearch.Hit::excerpt).isEqualTo(line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0 errors",
                "Found 0 errors and 0 failures",
                "no errors found",
                "No error",
                "without errors",
                "0 tests failed",
                "Tests run: 5, Failures: 0, Errors: 0, Skipped: 0",
                "errors=0",
                "\"error\": null",
                "{\"errors\":[]}",
                "error: none",
                "error(s): 0",
                "mirroring terrors",
                "error_count",
                "writing to error.log",
                "/var/log/error/x",
                "npm install --fail-on-error",
                "error-prone 2.4",
                "it has not failed",
                "failsafe",
                "2 passed, 0 failed",
            })
    void is_not_found(String line) throws IOException {
        Files.writeString(path, line + "\n");
        assertThat(log.firstError(0, 1 << 20, true)).isEqualTo(new LogError(null, Files.size(path), true));
    }

    @Test
    void is_found_line_after_line() throws IOException {
        Files.writeString(path, "error 1 and error 2\nfine\nerror 3\n");
        var first = log.firstError(0, 1 << 20, true);
        var second = log.firstError(first.nextOffset(), 1 << 20, true);
        assertThat(first.nextOffset()).isEqualTo(20);
        assertThat(second.hit()).isNotNull().matches(hit -> hit.line() == 2 && hit.offset() == 25);
        assertThat(log.firstError(second.nextOffset(), 1 << 20, true).complete())
                .isTrue();
    }

    @Test
    void a_search_in_steps_finds_the_same() throws IOException {
        Files.writeString(path, "nothing to see here\n".repeat(3000) + "Exception\n");
        long offset = 0;
        LogError found = log.firstError(0, 1000, true);
        while (found.hit() == null) {
            assertThat(found.complete()).isFalse();
            assertThat(found.nextOffset()).isGreaterThan(offset);
            offset = found.nextOffset();
            found = log.firstError(offset, 1000, true);
        }
        assertThat(found.hit()).matches(hit -> hit.offset() == 60_000);
    }

    @Test
    void what_is_still_being_written_is_not_judged_before_its_line_ends() throws IOException {
        Files.writeString(path, "fine\nerror");
        var early = log.firstError(0, 1 << 20, false);
        assertThat(early.hit()).isNull();
        Files.writeString(path, "s: 0\nerror\n", StandardOpenOption.APPEND);
        var late = log.firstError(early.nextOffset(), 1 << 20, false);
        assertThat(late.hit()).isNotNull().matches(hit -> hit.offset() == 15);
    }

    @Test
    void a_secret_is_no_error() throws IOException {
        Files.writeString(path, "Bearer error\n");
        assertThat(log.firstError(0, 1 << 20, true).hit()).isNull();
    }
}
