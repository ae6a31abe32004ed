package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactorTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "key sk-abc123 end|key [REDACTED] end",
                "key=sk-proj-a_b.c,next|key=[REDACTED],next",
                "Authorization: Bearer abc.def-ghi|Authorization: Bearer [REDACTED]",
                "authorization: bEARER   abc'|authorization: bEARER   [REDACTED]'",
                "post https://hooks.slack.com/services/T0/B0/xyz now|post [REDACTED] now",
                "post HTTPS://discord.com/api/webhooks/1/x)|post [REDACTED]",
                "https://discordapp.com/api/v10/webhooks/1/x|[REDACTED]",
                "<https://contoso.webhook.office.com/webhookb2/a@b/x>|<[REDACTED]>",
                "https://outlook.office.com/webhook/a|[REDACTED]",
                "{\"u\":\"https:\\/\\/hooks.slack.com\\/services\\/T\"}|{\"u\":\"[REDACTED]\"}",
                "ghp_a gho_a ghu_a ghs_a ghr_a|[REDACTED] [REDACTED] [REDACTED] [REDACTED] [REDACTED]",
                "github_pat_11AA glpat-x xoxb-1-2 xoxs-1|[REDACTED] [REDACTED] [REDACTED] [REDACTED]",
                "AKIAIOSFODNN7EXAMPLE;ASIAIOSFODNN7EXAMPLE|[REDACTED];[REDACTED]",
                "npm_abcdefghijklmnopqrst hf_abcdefghijklmnopqrst|[REDACTED] [REDACTED]",
                "AIzaSyA-1234567890abcdefgh|[REDACTED]",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x-_y|[REDACTED]",
                "sk_live_1 sk_test_2 rk_live_3|[REDACTED] [REDACTED] [REDACTED]",
                "postgres://bob:hunter2@db:5432/x|postgres://bob:[REDACTED]@db:5432/x",
                "https://x.logic.azure.com:443/workflows/a?sig=b http://hooks.slack.com/a|[REDACTED] [REDACTED]",
                "smtp://bob@example.com:secret@h smtp://u:p@ss@h:25/x|smtp://bob[REDACTED]@h smtp://u:[REDACTED]@h:25/x",
                "Authorization: Basic dXNlcjpwYXNz, x|Authorization: Basic [REDACTED], x",
                "redis://:12345@h http://u:123456@h|redis://:[REDACTED]@h http://u:[REDACTED]@h",
            })
    void masks_what_is_shaped_like_a_secret(String raw, String shown) {
        assertThat(redact(raw)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "task-list and risk-free",
                "sk- alone, Bearer, bearer ",
                "https://hooks.slack.com/ https://slack.com/x https://office.com/webhook/x",
                "ASIAN markets, AKIA123, npm_config_cache=x hf_model eyJhbG",
                "ssh://git@github.com:org/repo.git http://u@h:80/a@b",
                "highs_and_lows task_live_view",
                "http://localhost:8080/x http://host:80: refused https://[::1]:80/ ftp://u@h",
                "-----BEGIN CERTIFICATE----- x",
                "a\0b \ufeff grüße 日本 😀",
            })
    void leaves_other_text_alone(String raw) {
        assertThat(redact(raw)).isEqualTo(raw);
    }

    @Test
    void masks_a_private_key_from_its_first_line_to_its_last() {
        assertThat(redact("a\n-----BEGIN RSA PRIVATE KEY-----\nMII\nxx==\n-----END RSA PRIVATE KEY-----\nb"))
                .isEqualTo("a\n[REDACTED]\nb");
    }

    @Test
    void does_not_take_a_colour_or_an_escaped_line_break_for_a_word() {
        assertThat(redact("\u001b[31msk-abc\u001b[0m and \"x\\nsk-abc\""))
                .isEqualTo("\u001b[31m[REDACTED]\u001b[0m and \"x\\n[REDACTED]\"");
    }

    @Test
    void masks_literal_secrets_that_overlap_each_other_and_other_rules() {
        var secrets = List.of("hunter", "hunter2", "ter2 sk", "p sk-", "größe");
        assertThat(redact("a hunter2 sk-zzz b", secrets)).isEqualTo("a [REDACTED] b");
        assertThat(redact("p sk-visible? b hunterhunter die größe", secrets))
                .isEqualTo("[REDACTED] b [REDACTED] die [REDACTED]");
    }

    @Test
    void masks_a_secret_of_several_lines_line_by_line() {
        assertThat(redact("x {  first line\r\n  second line } y", List.of("\n{\nfirst line\nsecond line\n}\n")))
                .isEqualTo("x {  [REDACTED]\r\n  [REDACTED] } y");
    }

    @Test
    void takes_what_is_too_long_for_a_host_for_a_password() {
        var host = "h".repeat(252);
        assertThat(redact("ftp://u:p@" + host)).isEqualTo("ftp://u:[REDACTED]@" + host);
        assertThat(redact("ftp://u:p@" + host + "@x")).isEqualTo("ftp://u:[REDACTED]@x");
        assertThat(redact("ftp://u:p@" + host + "h")).isEqualTo("ftp://u:[REDACTED]");
        assertThat(redact("ftp://u:p@" + host + "hhh@x")).isEqualTo("ftp://u:[REDACTED]@x");
    }

    @Test
    void masks_the_end_of_a_webhook_when_its_host_is_too_long_for_one() {
        var tenant = "t".repeat(Redactor.MAX_HOST - ".webhook.office.com".length());
        assertThat(redact("https://" + tenant + ".webhook.office.com/x")).isEqualTo("[REDACTED]");
        assertThat(redact("https://t" + tenant + ".webhook.office.com/x"))
                .isEqualTo("https://t" + tenant + "[REDACTED]");
    }

    /** What is skipped is looked at several bytes at a time. */
    @Test
    void finds_a_secret_wherever_it_stands_in_plain_text() {
        for (var secret :
                List.of("sk-a", "hf_abcdefghijklmnop", "eyJabcdefghijklmnop", "AKIAIOSFODNN7EXAMPLE", "ya29.a")) {
            for (int before = 0; before < 40; before++) {
                var start = "x".repeat(before);
                assertThat(redact(start + " " + secret + " and more text behind it"))
                        .isEqualTo(start + " [REDACTED] and more text behind it");
            }
        }
    }

    @Test
    void tells_an_address_that_is_a_secret_from_all_others() {
        for (int before = 0; before < 20; before++) {
            var start = " ".repeat(before);
            assertThat(redact(start + "https://t.webhook.office.com/x and text"))
                    .isEqualTo(start + "[REDACTED] and text");
            assertThat(redact(start + "https://T.LOGIC.azure.com/x and text")).isEqualTo(start + "[REDACTED] and text");
            for (var plain : List.of(
                    "https://webhook.office.com/x and text",
                    "https://t.webhook.office.com.example.org/x and text",
                    "http://t.webhook.office.co/x and text",
                    "https://docs.example.org")) {
                assertThat(redact(start + plain)).isEqualTo(start + plain);
            }
            assertThat(redact(start + "https://docs.example.org/sk-a?b"))
                    .isEqualTo(start + "https://docs.example.org/[REDACTED]");
            assertThat(redact(start + "https://u:pw@docs.example.org/"))
                    .isEqualTo(start + "https://u:[REDACTED]@docs.example.org/");
        }
    }

    @Test
    void holds_back_what_may_become_a_secret_and_nothing_else() {
        assertThat(unfinished("say sk-")).isEqualTo("say ");
        assertThat(unfinished("say sk- ")).isEqualTo("say sk- ");
        assertThat(unfinished("say sk-a")).isEqualTo("say [REDACTED]");
        assertThat(unfinished("AKIAIOSFODNN7EXAMPL")).isEmpty();
        assertThat(unfinished("https://a-tenant.webhook.office.com/")).isEmpty();
        assertThat(unfinished("http://u:1234")).isEqualTo("http://u:");
        assertThat(unfinished("a long line of plain text, then http://u:1234")).endsWith("then http://u:");
        assertThat(unfinished("a long line of plain text, then https://docs.example"))
                .endsWith("then ");
        assertThat(unfinished("plain text.\n")).isEqualTo("plain text.\n");
    }

    @Test
    void swallows_a_secret_of_any_length_with_the_same_little_state() {
        var buffer = new RedactedBuffer(16);
        var redactor = new Redactor(RedactionRules.standard(), buffer);
        byte[] chunk = "sk-".repeat(10_000).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 100; i++) {
            redactor.feed(chunk, 0, chunk.length);
        }
        assertThat(redactor.state().held()).hasSizeLessThan(100);
        assertThat(text(buffer)).isEqualTo("[REDACTED]");
    }

    @Test
    void replaces_invalid_bytes_as_the_decoder_of_the_jdk_does() {
        var raw = new ByteArrayOutputStream();
        for (int first = 0x7f; first < 256; first++) {
            for (int second : new int[] {0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc2, 0xed, 0xf0, 0xff}) {
                for (int third : new int[] {0x0a, 0x80, 0xbf, 0xe2}) {
                    raw.writeBytes(new byte[] {(byte) first, (byte) second, (byte) third, (byte) 0x80, ' '});
                    raw.writeBytes(new byte[] {(byte) first, (byte) second, (byte) third, ' ', ' ', ' '});
                }
            }
        }
        raw.write(0xf0);
        raw.write(0x9f);
        var shown = redactor(raw.toByteArray(), List.of(), true);
        assertThat(Arrays.copyOf(shown.bytes(), shown.length()))
                .isEqualTo(new String(raw.toByteArray(), StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
    }

    private static String redact(String raw) {
        return redact(raw, List.of());
    }

    private static String redact(String raw, List<String> secrets) {
        return RedactionRules.withSecrets(secrets).redact(raw);
    }

    private static String unfinished(String raw) {
        return text(redactor(raw.getBytes(StandardCharsets.UTF_8), List.of(), false));
    }

    private static RedactedBuffer redactor(byte[] raw, List<String> secrets, boolean finished) {
        var buffer = new RedactedBuffer(16);
        var redactor = new Redactor(RedactionRules.withSecrets(secrets), buffer);
        redactor.feed(raw, 0, raw.length);
        if (finished) {
            redactor.finish();
        }
        return buffer;
    }

    private static String text(RedactedBuffer buffer) {
        return new String(buffer.bytes(), 0, buffer.length(), StandardCharsets.UTF_8);
    }
}
