package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.log.RowQuery.From;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogRowsTest {
    private final LogIndexes indexes = new LogIndexes();
    private Path path = Path.of("log");
    private RedactedLog log = new RedactedLog(path, RedactionRules.standard(), indexes);

    @BeforeEach
    void file(@TempDir Path folder) {
        path = folder.resolve("job.log");
        log = new RedactedLog(path, RedactionRules.standard(), indexes);
    }

    @Test
    void a_log_that_is_missing_or_empty_has_none() throws IOException {
        assertThat(log.rows(RowQuery.tail(5), false)).isEqualTo(new LogRows(java.util.List.of(), 0, 0, 0));
        Files.writeString(path, "");
        assertThat(log.rows(new RowQuery(From.ROW, 0, 5), true).totalRows()).isZero();
    }

    @Test
    void a_newline_ends_a_row_and_begins_none() throws IOException {
        Files.writeString(path, "one\n\nthree");
        var rows = log.rows(new RowQuery(From.ROW, 0, 10), true);
        assertThat(rows.rows()).extracting(LogRows.Row::text).containsExactly("one", "", "three");
        assertThat(rows.rows()).extracting(LogRows.Row::offset).containsExactly(0L, 4L, 5L);
        assertThat(rows.totalLines()).isEqualTo(3);
        Files.writeString(path, "\n", StandardOpenOption.APPEND);
        assertThat(log.rows(RowQuery.tail(1), true).rows()).containsExactly(new LogRows.Row(2, 2, 5, false, "three"));
    }

    @Test
    void an_answer_is_bounded_and_a_tail_keeps_its_end() throws IOException {
        Files.writeString(path, ("z".repeat(4000) + "\n").repeat(1500));
        var rows = log.rows(new RowQuery(From.ROW, 0, 2000), true);
        assertThat(rows.rows()).hasSizeBetween(200, 300);
        assertThat(rows.rows().getFirst().row()).isZero();
        assertThat(rows.totalRows()).isEqualTo(1500);
        var tail = log.rows(RowQuery.tail(2000), true).rows();
        assertThat(tail).hasSizeBetween(200, 300);
        assertThat(tail.getLast().row()).isEqualTo(1499);
    }

    /** Twelve megabytes are read in parts; an unfinished key hides everything behind it from all of them. */
    @Test
    void a_key_without_an_end_hides_the_rest_of_a_log_that_is_read_in_parts() throws IOException {
        Files.writeString(path, "before\n-----BEGIN PRIVATE KEY-----\n");
        Files.writeString(path, "secret line\n".repeat(1 << 20), StandardOpenOption.APPEND);
        var rows = log.rows(RowQuery.tail(5), true);
        assertThat(rows.rows()).extracting(LogRows.Row::text).containsExactly("before", "[REDACTED]");
        assertThat(rows.endOffset()).isEqualTo(17);
    }

    @Test
    void many_who_open_a_large_log_at_once_get_the_same_and_it_is_read_once() throws Exception {
        int lines = 600_000;
        var line = "a line of twenty-two .\n";
        Files.writeString(path, line.repeat(lines));
        try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<LogRows>>();
            for (int i = 0; i < 8; i++) {
                answers.add(readers.submit(() -> log.rows(RowQuery.tail(2), true)));
            }
            for (var answer : answers) {
                assertThat(answer.get().totalRows()).isEqualTo(lines);
                assertThat(answer.get().rows()).hasSize(2);
            }
        }
        assertThat(log.rows(new RowQuery(From.LINE, 300_000, 1), true).rows())
                .containsExactly(
                        new LogRows.Row(300_000, 300_000, 300_000L * line.length(), false, line.stripTrailing()));
    }

    @Test
    void a_log_that_was_rewritten_is_counted_again() throws IOException {
        Files.writeString(path, "1234567\n".repeat(2_000_000));
        assertThat(log.rows(RowQuery.tail(1), true).totalRows()).isEqualTo(2_000_000);
        Files.writeString(path, "123456789012345\n".repeat(1_000_000));
        assertThat(log.rows(RowQuery.tail(1), true).totalRows()).isEqualTo(1_000_000);
    }

    @Test
    void a_follower_skips_to_a_row_near_the_end_when_it_is_too_far_behind() throws IOException {
        Files.writeString(path, "0123456789\n".repeat(100_000));
        var follower = new LogFollower(log, 0);
        assertThat(follower.skipAhead(2_000_000, true)).isFalse();
        assertThat(follower.next(false)).isNotNull();
        assertThat(follower.skipAhead(65_536, true)).isTrue();
        assertThat(follower.offset()).isGreaterThan(1_000_000).matches(offset -> offset % 11 == 0);
        var piece = follower.next(true);
        assertThat(piece).isNotNull().matches(p -> p.column() == 0 && p.row() == p.offset() / 11);
        assertThat(follower.skipAhead(65_536, true)).isFalse();
    }

    @Test
    void a_follower_notices_that_its_log_was_replaced_and_ends_with_one_that_was_deleted() throws IOException {
        Files.writeString(path, "0123456789\n");
        var follower = new LogFollower(log, 0);
        var other = new LogFollower(log, 0);
        assertThat(follower.next(false)).isNotNull();
        assertThat(other.next(false)).isNotNull();
        Files.delete(path);
        assertThat(other.next(true)).isNull();
        assertThat(other.ended()).isTrue();
        Files.writeString(path, "abcdefghijk\nmore\n");
        assertThatThrownBy(() -> follower.next(false)).isInstanceOf(IOException.class);
    }
}
