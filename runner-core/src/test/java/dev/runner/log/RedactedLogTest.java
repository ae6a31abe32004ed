package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.log.PageOutcome.OffsetInsideCharacter;
import dev.runner.log.PageOutcome.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactedLogTest {
    private static final int PAGE = RedactedLog.DEFAULT_LIMIT;

    private final Path path;
    private final LogIndexes indexes = new LogIndexes();
    private final RedactedLog log;

    RedactedLogTest(@TempDir Path directory) {
        path = directory.resolve("job.log");
        log = new RedactedLog(path, RedactionRules.standard(), indexes);
    }

    @Test
    void takes_a_file_that_is_not_there_for_an_empty_log() throws IOException {
        assertThat(log.page(0, PAGE, false)).isEqualTo(new Page(0, 0, "", false));
        assertThat(log.page(0, PAGE, true)).isEqualTo(new Page(0, 0, "", true));
        assertThat(log.page(7, PAGE, true)).isEqualTo(new Page(7, 7, "", true));
    }

    @Test
    void cuts_pages_between_characters() throws IOException {
        Files.writeString(path, "aé日😀");
        assertThat(log.page(0, 5, true)).isEqualTo(new Page(0, 3, "aé", false));
        assertThat(log.page(3, 6, true)).isEqualTo(new Page(3, 6, "日", false));
        assertThat(log.page(6, 4, true)).isEqualTo(new Page(6, 10, "😀", true));
        assertThat(log.page(7, 4, true)).isEqualTo(new OffsetInsideCharacter(7));
        assertThat(log.page(99, 4, true)).isEqualTo(new Page(99, 99, "", true));
    }

    @Test
    void is_complete_only_when_the_log_is_finished_and_nothing_follows() throws IOException {
        Files.writeString(path, "one two ");
        assertThat(log.page(0, 8, false)).isEqualTo(new Page(0, 8, "one two ", false));
        assertThat(log.page(0, 8, true)).isEqualTo(new Page(0, 8, "one two ", true));
        assertThat(log.page(0, 7, true)).isEqualTo(new Page(0, 7, "one two", false));
    }

    @Test
    void holds_back_the_end_until_the_log_is_finished() throws IOException {
        Files.write(path, new byte[] {'a', ' ', 's', 'k', '-'});
        assertThat(log.page(0, PAGE, false)).isEqualTo(new Page(0, 2, "a ", false));
        assertThat(log.page(0, PAGE, true)).isEqualTo(new Page(0, 5, "a sk-", true));
        Files.write(path, new byte[] {'a', (byte) 0xe2, (byte) 0x82});
        assertThat(log.page(0, PAGE, false)).isEqualTo(new Page(0, 1, "a", false));
        assertThat(log.page(0, PAGE, true)).isEqualTo(new Page(0, 4, "a\ufffd", true));
    }

    @Test
    void follows_no_link_and_reads_nothing_but_files(@TempDir Path elsewhere) throws IOException {
        var secret = Files.writeString(elsewhere.resolve("passwd"), "root");
        Files.createSymbolicLink(path, secret);
        assertThatThrownBy(() -> log.page(0, PAGE, true)).isInstanceOf(IOException.class);
        Files.delete(path);
        Files.createDirectory(path);
        assertThatThrownBy(() -> log.page(0, PAGE, true)).isInstanceOf(IOException.class);
    }

    @Test
    void notices_that_the_file_is_another_one() throws IOException {
        Files.writeString(path, "first ".repeat(20_000));
        assertThat(log.end(true)).isEqualTo(120_000);
        Files.writeString(path, "other ".repeat(20_000));
        assertThat(page(log, 110_000)).startsWith("her other");
        Files.writeString(path, "short");
        assertThat(page(log, 0)).isEqualTo("short");
        Files.delete(path);
        Files.writeString(path, "again ".repeat(20_000));
        assertThat(page(log, 110_000)).startsWith("ain again");
    }

    @Test
    void does_not_forget_the_index_because_of_a_reader_that_opened_the_file_earlier() throws IOException {
        Files.writeString(path, "x");
        var early = LogFile.open(path);
        Files.writeString(path, "y".repeat(100_000), StandardOpenOption.APPEND);
        assertThat(log.end(true)).isEqualTo(100_001);
        long indexed = indexes.bytes();
        for (long offset : new long[] {0, 1, 99_000}) {
            try (var view = log.view(false)) {
                assertThat(view.from(offset).next()).isTrue();
            }
        }
        try (var view = LogView.of(early, path, RedactionRules.standard(), indexes, false)) {
            assertThat(view.from(99_000).next()).isFalse();
        }
        assertThat(indexes.bytes()).isEqualTo(indexed);
    }

    @Test
    void gives_parallel_readers_of_a_growing_log_the_same_stream() throws Exception {
        var line = "é key sk-abc, Bearer x https://hooks.slack.com/x and plain text\n";
        try (var readers = Executors.newFixedThreadPool(4)) {
            var finished = new AtomicBoolean();
            var streams = new ArrayList<Future<String>>();
            for (int i = 0; i < 4; i++) {
                streams.add(readers.submit(() -> {
                    var text = new StringBuilder();
                    Page page;
                    do {
                        page = (Page) log.page(text.toString().getBytes(UTF_8).length, 131_072, finished.get());
                        text.append(page.content());
                    } while (!page.complete());
                    return text.toString();
                }));
            }
            for (int i = 0; i < 100; i++) {
                Files.writeString(path, line.repeat(100), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
            finished.set(true);
            var expected = "é key [REDACTED], Bearer [REDACTED] [REDACTED] and plain text\n".repeat(10_000);
            for (var stream : streams) {
                assertThat(stream.get()).isEqualTo(expected);
            }
        }
    }

    @Test
    void does_not_read_a_huge_secret_again_once_it_is_indexed() throws IOException {
        Files.writeString(path, "a sk-" + "x".repeat(3_000_000) + " b");
        assertThat(pieces()).isGreaterThan(180);
        assertThat(pieces()).isLessThan(8);
        assertThat(page(log, 0)).isEqualTo("a [REDACTED] b");
    }

    @Test
    void keeps_the_indexes_of_many_logs_within_bounds() throws IOException {
        var few = new LogIndexes(8_000);
        for (int i = 0; i < 20; i++) {
            var other = Files.writeString(path.resolveSibling(i + ".log"), "line\n".repeat(50_000));
            assertThat(new RedactedLog(other, RedactionRules.standard(), few).end(true))
                    .isEqualTo(250_000);
            assertThat(few.bytes()).isBetween(1_000L, 8_000L);
        }
    }

    @Test
    void refuses_what_no_page_can_be() {
        assertThatIllegalArgumentException().isThrownBy(() -> log.page(-1, PAGE, true));
        assertThatIllegalArgumentException().isThrownBy(() -> log.page(0, 3, true));
        assertThatIllegalArgumentException().isThrownBy(() -> log.page(0, 131_073, true));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogSearch("", false, 0, 1, 10_000));
        assertThatIllegalArgumentException().isThrownBy(() -> new LogSearch("a", false, 0, 1, 10));
    }

    @Test
    void shows_the_line_around_a_hit() throws IOException {
        Files.writeString(path, "first\nkey sk-abc Error: É" + "é".repeat(200) + "\nlast");
        var result = log.search(new LogSearch("error", true, 0, 10, 10_000), true);
        assertThat(result.complete()).isTrue();
        assertThat(result.hits()).singleElement().satisfies(hit -> {
            assertThat(hit.offset()).isEqualTo("first\nkey [REDACTED] ".length());
            assertThat(hit.excerpt()).startsWith("key [REDACTED] Error: Éé").endsWith("é");
        });
    }

    private int pieces() throws IOException {
        int count = 0;
        try (var view = log.view(true)) {
            var scan = view.from(0);
            while (scan.next()) {
                count++;
            }
        }
        return count;
    }

    private static String page(RedactedLog log, long offset) throws IOException {
        return ((Page) log.page(offset, PAGE, true)).content();
    }
}
