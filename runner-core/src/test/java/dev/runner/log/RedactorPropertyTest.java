package dev.runner.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class RedactorPropertyTest {
    private static final RedactionRules WITH_INJECTED = RedactionRules.withSecrets(RawLogs.INJECTED);

    @Property(tries = 2000)
    void is_the_stream_of_the_slow_reference(@ForAll("any") byte[] raw) {
        assertThat(fed(RedactionRules.standard(), raw, raw.length + 1))
                .asString(UTF_8)
                .isEqualTo(new String(SlowRedaction.redact(raw, List.of()), UTF_8));
    }

    @Property(tries = 2000)
    void is_the_same_stream_with_literals_and_however_it_is_fed_and_resumed(
            @ForAll("any") byte[] raw, @ForAll @IntRange(min = 1, max = 50) int size) {
        assertThat(fed(WITH_INJECTED, raw, size))
                .asString(UTF_8)
                .isEqualTo(new String(SlowRedaction.redact(raw, RawLogs.INJECTED), UTF_8));
    }

    /** What may be shown of a log is the start of what is shown of it later, whatever is appended. */
    @Property(tries = 1500)
    void shows_nothing_that_a_later_byte_changes(@ForAll("any") byte[] start, @ForAll("any") byte[] more) {
        var shown = new RedactedBuffer(16);
        new Redactor(WITH_INJECTED, shown).feed(start, 0, start.length);
        var later = SlowRedaction.redact(RawLogs.join(List.of(start, more)), RawLogs.INJECTED);
        assertThat(new String(later, UTF_8)).startsWith(new String(shown.bytes(), 0, shown.length(), UTF_8));
    }

    @Provide
    Arbitrary<byte[]> any() {
        return RawLogs.any();
    }

    /** Feeds pieces of {@code size} bytes, each to a new automaton resumed from the state of the one before. */
    private static byte[] fed(RedactionRules rules, byte[] raw, int size) {
        var shown = new ByteArrayOutputStream();
        var buffer = new RedactedBuffer(1);
        var redactor = new Redactor(rules, buffer);
        for (int from = 0; from < raw.length; from += size) {
            redactor.feed(raw, from, Math.min(raw.length, from + size));
            shown.write(buffer.bytes(), 0, buffer.length());
            var state = redactor.state();
            buffer = new RedactedBuffer(1);
            redactor = new Redactor(rules, buffer);
            redactor.resume(state);
        }
        redactor.finish();
        shown.write(buffer.bytes(), 0, buffer.length());
        return shown.toByteArray();
    }
}
