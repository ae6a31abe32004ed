package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.log.PageOutcome.OffsetInsideCharacter;
import dev.runner.log.PageOutcome.Page;
import java.io.ByteArrayOutputStream;
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

class RedactedLogPropertyTest {
    private static final RedactionRules RULES = RedactionRules.withSecrets(RawLogs.INJECTED);

    /** Two readers: one follows the log while it grows, one comes when all is written. */
    @Property(tries = 800)
    void gives_every_reader_of_a_growing_log_the_same_stream(
            @ForAll("any") byte[] raw,
            @ForAll @IntRange(min = 1, max = 200) int step,
            @ForAll @IntRange(min = 8, max = 64) int spacing,
            @ForAll @IntRange(min = 4, max = 64) int limit)
            throws IOException {
        var expected = SlowRedaction.redact(raw, RawLogs.INJECTED);
        try (var file = new LogFixture(RULES)) {
            var follower = file.reader(spacing);
            var pages = new ArrayList<Page>();
            for (int at = 0; at < raw.length; at += step) {
                file.append(Arrays.copyOfRange(raw, at, Math.min(raw.length, at + step)));
                pages.addAll(LogFixture.follow(follower, end(pages), limit, false));
                assertThat(pages).noneMatch(Page::complete);
            }
            pages.addAll(LogFixture.follow(follower, end(pages), limit, true));
            var latecomer = LogFixture.follow(file.reader(97 - spacing), 0, 131_072, true);

            assertThat(text(pages)).isEqualTo(new String(expected, UTF_8)).isEqualTo(text(latecomer));
            assertThat(pages.getLast().complete()).isTrue();
            assertThat(end(pages)).isEqualTo(expected.length);
            assertThat(pages).allSatisfy(page -> {
                assertThat(page.content().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(limit);
                assertThat(page.nextOffset() - page.offset())
                        .isEqualTo(page.content().getBytes(UTF_8).length);
            });
        }
    }

    @Property(tries = 600)
    void answers_every_offset_alike_whatever_was_read_before(
            @ForAll("any") byte[] raw,
            @ForAll @IntRange(min = 8, max = 64) int spacing,
            @ForAll("offsets") List<Integer> offsets,
            @ForAll @IntRange(min = 4, max = 64) int limit)
            throws IOException {
        var expected = SlowRedaction.redact(raw, RawLogs.INJECTED);
        try (var file = new LogFixture(RULES)) {
            file.append(raw);
            var log = file.reader(spacing);
            for (int offset : offsets) {
                assertThat(log.page(offset, limit, true)).isEqualTo(slice(expected, offset, limit));
                var download = new ByteArrayOutputStream();
                long end = log.download(offset, download, true);
                assertThat(end).isEqualTo(expected.length);
                assertThat(download.toByteArray())
                        .isEqualTo(Arrays.copyOfRange(expected, Math.min(offset, expected.length), expected.length));
            }
        }
    }

    /** The secrets are the only bytes with a Q, X or Z: none of the three may be seen at any moment. */
    @Property(tries = 800)
    void never_shows_a_part_of_a_secret(
            @ForAll("secretsAndOthers") List<String> lines,
            @ForAll @IntRange(min = 1, max = 90) int step,
            @ForAll @IntRange(min = 4, max = 64) int limit)
            throws IOException {
        byte[] raw = String.join("", lines).getBytes(UTF_8);
        try (var file = new LogFixture(RULES)) {
            var log = file.reader(16);
            long offset = 0;
            for (int from = 0; from < raw.length; from += step) {
                file.append(Arrays.copyOfRange(raw, from, Math.min(raw.length, from + step)));
                var pages = LogFixture.follow(log, offset, limit, false);
                offset = end(pages);
                assertThat(text(pages)).doesNotContainPattern("[QXZ]");
            }
            var all = text(LogFixture.follow(log, 0, limit, true));
            assertThat(all).doesNotContainPattern("[QXZ]");
            assertThat(all.split("\\[REDACTED]", -1)).hasSizeGreaterThan(1);
        }
    }

    @Provide
    Arbitrary<byte[]> any() {
        return RawLogs.any();
    }

    @Provide
    Arbitrary<List<Integer>> offsets() {
        return Arbitraries.integers().between(0, 1500).list().ofMinSize(1).ofMaxSize(6);
    }

    @Provide
    Arbitrary<List<String>> secretsAndOthers() {
        var core = Arbitraries.strings().withChars("QXZ").ofMinLength(16).ofMaxLength(300);
        var before = Arbitraries.of("", "key=", "\u001b[1m", "é ", "\\n", "\"", "a b ", "(", "sk- ");
        var after = Arbitraries.of("\n", " ", "\"", "\0", "\n\n");
        var shapes = Arbitraries.of(
                "sk-%s",
                "Bearer %s",
                "bearer \t%s",
                "https://hooks.slack.com/services/%s",
                "ghs_%s",
                "github_pat_%s",
                "https://t.webhook.office.com/%s",
                "https://discord.com/api/webhooks/%s",
                "glpat-%s",
                "xoxp-%s",
                "AKIA%s",
                "npm_%s",
                "AIza%s",
                "eyJ%s.%1$s",
                "ftp://u:%s@h",
                "ftp://u:%s@%1$s@h",
                "ftp://u@h:%s@h",
                "-----BEGIN EC PRIVATE KEY-----\n%s\n%1$s\n-----END EC PRIVATE KEY-----");
        return Combinators.combine(before, shapes, core, after)
                .as((b, shape, secret, a) -> b + shape.formatted(secret) + a)
                .list()
                .ofMinSize(1)
                .ofMaxSize(8);
    }

    private static PageOutcome slice(byte[] stream, int offset, int limit) {
        if (offset < stream.length && (stream[offset] & 0xc0) == 0x80) {
            return new OffsetInsideCharacter(offset);
        }
        int start = Math.min(offset, stream.length);
        int end = Math.min(stream.length, start + limit);
        while (end < stream.length && (stream[end] & 0xc0) == 0x80) {
            end--;
        }
        var content = new String(stream, start, end - start, UTF_8);
        return new Page(offset, offset + end - start, content, end == stream.length);
    }

    private static long end(List<Page> pages) {
        return pages.isEmpty() ? 0 : pages.getLast().nextOffset();
    }

    private static String text(List<Page> pages) {
        var text = new StringBuilder();
        pages.forEach(page -> text.append(page.content()));
        return text.toString();
    }
}
