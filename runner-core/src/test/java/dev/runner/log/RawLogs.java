package dev.runner.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Raw logs made to be hard: whole secrets, beginnings of secrets, what stands between them in real logs, characters of
 * every length, and bytes that are no characters at all, in any order and without regard for each other.
 */
final class RawLogs {
    /** Values the runner would have injected; they overlap each other, other rules, and several lines. */
    static final List<String> INJECTED =
            List.of("hunter", "hunter2", "ter2 sk", "größe", "p", "Bearer q", "😀", " line one\n\tline two\n", "");

    private static final List<String> SECRETS = List.of(
            "sk-abc",
            "sk-proj-A_b.9",
            "sk_live_1",
            "Bearer abc",
            "bEARER \t x",
            "authorization: basic dXNl",
            "Authorization: Token t",
            "https://hooks.slack.com/services/T0/B0/x",
            "http://hooks.slack-gov.com/s",
            "https:\\/\\/hooks.slack.com\\/services\\/T",
            "https://discord.com/api/webhooks/1/x",
            "HTTPS://ptb.discord.com/api/v10/webhooks/1",
            "https://a-b.webhook.office.com/x@y",
            "https://p.logic.azure.com:443/workflows/a?sig=b",
            "https:\\/\\/p.logic.azure.com:443\\/w",
            "ghp_a",
            "github_pat_11",
            "glpat-x",
            "xoxb-1-2",
            "AKIAIOSFODNN7EXAMPLE",
            "npm_abcdefghijklmnop",
            "AIzaSyA-1234567890ab",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.x",
            "postgres://u:pw@h",
            "redis://:12345@h",
            "http://u:123456@h",
            "smtp://u@h:p@s@h",
            "-----BEGIN PRIVATE KEY-----",
            "-----END RSA PRIVATE KEY-----",
            "-----BEGIN PGP PRIVATE KEY BLOCK-----",
            "line one\n\tline two",
            "hunter2");

    private static final List<String> BETWEEN = List.of(
            " ",
            "\n",
            "\t",
            "\0",
            "\\",
            "\\n",
            "\"",
            "'",
            ",",
            ";",
            ":",
            "/",
            "@",
            "-",
            "-----",
            ".",
            "_",
            "[",
            "]",
            "(",
            "a",
            "task-",
            "word",
            "0",
            "12345",
            "://",
            "https://",
            "http://",
            "user:",
            "https://packages.example.org/left-pad/-/",
            "https://a.logic.azure.com.example.org/",
            "http://logic.azure.com/",
            ".api.powerplatform.com/",
            "//docs.example.org\"",
            "\u001b",
            "\u001b[",
            "\u001b[31m",
            "\u001b[0",
            "é",
            "日本",
            "😀",
            "\ufffd",
            "h".repeat(127),
            "plain text of a log line, nothing to see\n");

    private RawLogs() {}

    static Arbitrary<byte[]> any() {
        return pieces().list().ofMaxSize(80).map(RawLogs::join);
    }

    static byte[] join(List<byte[]> pieces) {
        var joined = new ByteArrayOutputStream();
        pieces.forEach(joined::writeBytes);
        return joined.toByteArray();
    }

    private static Arbitrary<byte[]> pieces() {
        var secrets = Arbitraries.of(SECRETS).map(RawLogs::bytes);
        var between = Arbitraries.of(BETWEEN).map(RawLogs::bytes);
        var beginnings = Arbitraries.of(SECRETS)
                .flatMap(secret -> Arbitraries.integers()
                        .between(1, bytes(secret).length)
                        .map(length -> Arrays.copyOf(bytes(secret), length)));
        var bytes = Arbitraries.bytes().array(byte[].class).ofMinSize(1).ofMaxSize(4);
        return Arbitraries.frequencyOf(
                Tuple.of(4, between), Tuple.of(3, secrets), Tuple.of(2, beginnings), Tuple.of(1, bytes));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
