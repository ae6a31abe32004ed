package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.log.RowQuery.From;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Rows and lines: the same numbers for everybody, however a log grew and whoever read it before. */
class LogRowsPropertyTest {
    private static final RedactionRules RULES = RedactionRules.withSecrets(RawLogs.INJECTED);

    @Property(tries = 120)
    void are_those_of_the_whole_text_while_a_log_grows_and_after_it(
            @ForAll("logs") byte[] raw,
            @ForAll @IntRange(min = 1, max = 12) int steps,
            @ForAll @IntRange(min = 8, max = 500) int spacing,
            @ForAll @IntRange(min = 100, max = 3000) int coldPart,
            @ForAll("questions") List<Double> questions)
            throws IOException {
        try (var file = new LogFixture(RULES)) {
            var warm = file.reader(spacing, coldPart);
            for (int step = 1; step <= steps; step++) {
                file.append(Arrays.copyOfRange(raw, part(raw, step - 1, steps), part(raw, step, steps)));
                var replica = file.reader(spacing + 7, 1 << 20);
                boolean finished = step == steps;
                var rows = NaiveRows.of(published(file.reader(64), finished));
                for (double question : questions) {
                    int limit = 1 + (int) (question * 7919) % 5;
                    for (var log : List.of(warm, replica)) {
                        check(log, rows, finished, question, limit);
                    }
                }
            }
            assertThat(published(warm, true)).isEqualTo(new String(SlowRedaction.redact(raw, RawLogs.INJECTED), UTF_8));
        }
    }

    private static void check(RedactedLog log, List<LogRows.Row> rows, boolean finished, double question, int limit)
            throws IOException {
        int wanted = (int) (question * (rows.size() + 2));
        var byRow = log.rows(new RowQuery(From.ROW, wanted, limit), finished);
        assertThat(byRow.rows()).isEqualTo(from(rows, wanted, limit));
        assertThat(byRow.totalRows()).isEqualTo(rows.size());
        assertThat(byRow.totalLines()).isEqualTo(NaiveRows.lines(rows));

        int first = 0;
        while (first < rows.size() && rows.get(first).line() < wanted) {
            first++;
        }
        assertThat(log.rows(new RowQuery(From.LINE, wanted, limit), finished).rows())
                .isEqualTo(from(rows, first, limit));

        long offset = (long) (question * (byRow.endOffset() + 3));
        int holding = offset >= byRow.endOffset()
                ? rows.size()
                : (int) NaiveRows.holding(rows, offset).row();
        assertThat(log.rows(new RowQuery(From.OFFSET, offset, limit), finished).rows())
                .isEqualTo(from(rows, holding, limit));

        assertThat(log.rows(RowQuery.tail(limit), finished).rows())
                .isEqualTo(rows.subList(Math.max(0, rows.size() - limit), rows.size()));
    }

    /** A part that was read ahead may turn out to be inside a private key, or inside a secret of several lines. */
    @Property(tries = 300)
    void reading_several_parts_at_once_gives_what_reading_on_gives(
            @ForAll("logs") byte[] raw,
            @ForAll @IntRange(min = 8, max = 200) int spacing,
            @ForAll @IntRange(min = 32, max = 2000) int coldPart,
            @ForAll("questions") List<Double> questions)
            throws IOException {
        try (var file = new LogFixture(RULES)) {
            file.append(raw);
            var cold = file.reader(spacing, coldPart);
            var plain = file.reader(spacing, 1 << 20);
            assertThat(cold.rows(RowQuery.tail(3), true)).isEqualTo(plain.rows(RowQuery.tail(3), true));
            for (double question : questions) {
                long offset = (long) (question * raw.length);
                assertThat(cold.page(offset, 64, true)).isEqualTo(plain.page(offset, 64, true));
                assertThat(file.reader(spacing, coldPart).page(offset, 64, true))
                        .isEqualTo(plain.page(offset, 64, true));
            }
        }
    }

    @Property(tries = 300)
    void a_follower_gets_the_whole_stream_and_is_told_where_it_stands(
            @ForAll("logs") byte[] raw,
            @ForAll @IntRange(min = 1, max = 20) int steps,
            @ForAll @IntRange(min = 8, max = 500) int spacing,
            @ForAll @IntRange(min = 0, max = 300) int start)
            throws IOException {
        byte[] expected = SlowRedaction.redact(raw, RawLogs.INJECTED);
        var rows = NaiveRows.of(new String(expected, UTF_8));
        int begin = Math.min(start, expected.length);
        while (begin < expected.length && (expected[begin] & 0xc0) == 0x80) {
            begin++;
        }
        try (var file = new LogFixture(RULES)) {
            var follower = new LogFollower(file.reader(spacing, 500), begin);
            var pieces = new ArrayList<LogPiece>();
            for (int step = 1; step <= steps; step++) {
                file.append(Arrays.copyOfRange(raw, part(raw, step - 1, steps), part(raw, step, steps)));
                take(follower, false, pieces);
                assertThat(follower.ended()).isFalse();
            }
            take(follower, true, pieces);
            assertThat(follower.ended()).isTrue();
            var text = new StringBuilder();
            long at = begin;
            for (var piece : pieces) {
                var row = NaiveRows.holding(rows, piece.offset());
                assertThat(piece.offset()).isEqualTo(at);
                assertThat(piece.row()).isEqualTo(row.row());
                assertThat(piece.line()).isEqualTo(row.line());
                assertThat(piece.column()).isEqualTo((int) (piece.offset() - row.offset()));
                text.append(piece.content());
                at = piece.nextOffset();
            }
            assertThat(text.toString()).isEqualTo(new String(expected, begin, expected.length - begin, UTF_8));
            assertThat(at).isEqualTo(expected.length);
        }
    }

    @Provide
    Arbitrary<byte[]> logs() {
        var texts = Arbitraries.of("x", "é", "日本", "😀", "ab ", "a😀é");
        var longLines = Combinators.combine(texts, Arbitraries.integers().between(1000, 9000), Arbitraries.of("", "\n"))
                .as((text, size, end) -> (text.repeat(size / text.length()) + end).getBytes(UTF_8));
        var fullRows = Arbitraries.of("y".repeat(4096) + "\n", "y".repeat(4096), "y".repeat(4095) + "é\n", "\n\n\n")
                .map(text -> text.getBytes(UTF_8));
        return Arbitraries.oneOf(RawLogs.any(), RawLogs.any(), longLines, fullRows)
                .list()
                .ofMaxSize(8)
                .map(RawLogs::join);
    }

    @Provide
    Arbitrary<List<Double>> questions() {
        return Arbitraries.doubles().between(0, 1).list().ofMinSize(1).ofMaxSize(3);
    }

    private static void take(LogFollower follower, boolean finished, List<LogPiece> pieces) throws IOException {
        for (var piece = follower.next(finished); piece != null; piece = follower.next(finished)) {
            pieces.add(piece);
        }
    }

    private static int part(byte[] raw, int step, int steps) {
        return (int) ((long) raw.length * step / steps);
    }

    private static List<LogRows.Row> from(List<LogRows.Row> rows, int first, int limit) {
        return rows.subList(Math.min(first, rows.size()), Math.min(rows.size(), first + limit));
    }

    private static String published(RedactedLog log, boolean finished) throws IOException {
        var text = new StringBuilder();
        LogFixture.follow(log, 0, 131_072, finished).forEach(page -> text.append(page.content()));
        return text.toString();
    }
}
