package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class LogSearchPropertyTest {
    private static final RedactionRules RULES = RedactionRules.standard();

    /** Asked again and again from where it stopped, while the log grows. */
    @Property(tries = 600)
    void finds_what_a_naive_search_of_the_whole_text_finds(
            @ForAll("any") byte[] raw,
            @ForAll @IntRange(min = 1, max = 60) int step,
            @ForAll("wanted") String wanted,
            @ForAll boolean ignoreCase,
            @ForAll @IntRange(min = 1, max = 5) int maxHits)
            throws IOException {
        try (var file = new LogFixture(RULES)) {
            var log = file.reader(8);
            var hits = new ArrayList<LogSearch.Hit>();
            long from = 0;
            for (int at = 0; at < raw.length; at += step) {
                file.append(Arrays.copyOfRange(raw, at, Math.min(raw.length, at + step)));
                from = searchOn(log, new LogSearch(wanted, ignoreCase, from, maxHits, LogSearch.MIN_SCAN), false, hits);
            }
            searchOn(log, new LogSearch(wanted, ignoreCase, from, maxHits, LogSearch.MIN_SCAN), true, hits);

            var text = new String(SlowRedaction.redact(raw, List.of()), UTF_8);
            assertThat(hits).extracting(LogSearch.Hit::offset).isEqualTo(naive(text, wanted, ignoreCase));
            var rows = NaiveRows.of(text);
            assertThat(hits).allSatisfy(hit -> {
                var row = NaiveRows.holding(rows, hit.offset());
                assertThat(hit.row()).isEqualTo(row.row());
                assertThat(hit.line()).isEqualTo(row.line());
                assertThat(hit.length()).isEqualTo(wanted.getBytes(UTF_8).length);
                assertThat(text).contains(hit.excerpt());
                assertThat(ignoreCase ? fold(hit.excerpt()) : hit.excerpt())
                        .contains(ignoreCase ? fold(wanted) : wanted);
            });
        }
    }

    @Provide
    Arbitrary<byte[]> any() {
        return RawLogs.any().map(raw -> RawLogs.join(List.of(raw, "aab aaab ABAB é日É ".getBytes(UTF_8), raw)));
    }

    @Provide
    Arbitrary<String> wanted() {
        return Arbitraries.oneOf(
                Arbitraries.of("[REDACTED]", "text", "aab", "ab", "aa", "日", "é", "😀", "\ufffd", "\0", "b a", "\n"),
                Arbitraries.strings().withChars("abA ").ofMinLength(1).ofMaxLength(4));
    }

    private static long searchOn(RedactedLog log, LogSearch search, boolean finished, List<LogSearch.Hit> hits)
            throws IOException {
        LogSearch.Result result;
        do {
            result = log.search(search, finished);
            assertThat(result.hits()).hasSizeLessThanOrEqualTo(search.maxHits());
            assertThat(result.nextOffset()).isGreaterThanOrEqualTo(search.fromOffset());
            hits.addAll(result.hits());
            search = new LogSearch(
                    search.text(), search.ignoreCase(), result.nextOffset(), search.maxHits(), search.maxScan());
        } while (result.hits().size() == search.maxHits());
        assertThat(result.complete()).isEqualTo(finished);
        return result.nextOffset();
    }

    private static List<Long> naive(String text, String wanted, boolean ignoreCase) {
        var in = ignoreCase ? fold(text) : text;
        var what = ignoreCase ? fold(wanted) : wanted;
        var offsets = new ArrayList<Long>();
        for (int at = in.indexOf(what); at >= 0; at = in.indexOf(what, at + what.length())) {
            offsets.add((long) text.substring(0, at).getBytes(UTF_8).length);
        }
        return offsets;
    }

    private static String fold(String text) {
        return text.codePoints()
                .map(c -> Character.toLowerCase(Character.toUpperCase(c)))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
