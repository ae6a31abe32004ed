package dev.runner.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What the redacted stream is, said a second time with other means: each rule as a backtracking expression over the
 * whole input, tried at every position, then the union of what they cover.
 */
final class SlowRedaction {
    private static final String QUOTES = "\\x00-\\x20\\x7f\"'`<>";
    private static final String TOKEN = "[^" + QUOTES + "()\\[\\]{},;|\\\\]";
    private static final String URL = "[^" + QUOTES + "]";
    private static final String PASSWORD = "[^" + QUOTES + "@]";
    private static final String AUTHORITY = "[^" + QUOTES + "/?#@\\[\\](){},;|\\\\]";
    private static final String USER = "[^" + QUOTES + "/?#@\\[\\](){},;|\\\\:]*";
    /** A host that another {@code @} or its length turns into a part of the password. */
    private static final String NO_HOST = "@(?:" + AUTHORITY + "{0,252}(?=@)|" + AUTHORITY + "{253}" + PASSWORD + "*)";

    private static final String HOOK = "hooks\\.slack\\.com/|hooks\\.slack-gov\\.com/|outlook\\.office\\.com/webhook/"
            + "|(?:discordapp|(?:(?:ptb|canary)\\.)?discord)\\.com/api/(?:v(?:[6-9]|10)/)?webhooks/";
    private static final String TEAMS = "\\.(?:webhook\\.office|logic\\.azure|api\\.powerplatform)\\.com(?::443)?";
    private static final String KEY = " (?:(?:|RSA |EC |DSA |OPENSSH |ENCRYPTED )PRIVATE KEY|PGP PRIVATE KEY BLOCK)";

    /** Group 1 is what is masked. */
    private static final List<Pattern> ANYWHERE = Stream.of(
                    "((?:github_pat_|gl(?:pa|d|r)t-|xox[a-z]-|xapp-|pypi-|dop_v1_)" + TOKEN + "+)",
                    "(?i:bearer|authorization: (?:basic|token))[ \\t]+(" + TOKEN + "+)",
                    "((?i:https?://(?:" + HOOK + "))" + URL + "+)",
                    "((?i:" + ("https?://(?:" + HOOK + ")").replace("/", "\\\\/") + ")" + URL + "+)",
                    "((?i:" + TEAMS + "\\\\?/)" + URL + "+)",
                    "((?i:https://(?=[a-z0-9.:-]{1,253}/)[a-z0-9.:-]*" + TEAMS + "/)" + URL + "+)",
                    "((?s)-----BEGIN" + KEY + "(?=-----).*?(?:-----END" + KEY + "-----|\\z))",
                    "://" + USER + ":([0-9]{0,5}(?=@)(?:" + NO_HOST + ")*)",
                    "://" + USER + "((?:" + NO_HOST + ")+)",
                    "://" + USER + ":((?:[0-9]{6}|[0-9]{1,5}[^0-9@" + QUOTES + "/?#.,;:()\\[\\]{}|\\\\]" + "|[^0-9@/"
                            + QUOTES + "])" + PASSWORD + "*(?:" + NO_HOST + ")*)")
            .map(Pattern::compile)
            .toList();

    private static final List<Pattern> NOT_AFTER_WORD = Stream.of(
                    "((?:sk-|[sr]k_live_|[sr]k_test_|gh[pousr]_|ya29\\.)" + TOKEN + "+)",
                    "((?:AKIA|ASIA)[A-Z0-9]{16}" + TOKEN + "*)",
                    "((?:npm_|hf_)[A-Za-z0-9]{16}" + TOKEN + "*)",
                    "((?:AIza|eyJ)[A-Za-z0-9_.-]{16}" + TOKEN + "*)")
            .map(Pattern::compile)
            .toList();

    /** Ended or not: its letters are no words. */
    private static final Pattern CONTROL_SEQUENCE = Pattern.compile("\\x1b\\[[\\x20-\\x3f]*[\\x40-\\x7e]?");

    private SlowRedaction() {}

    static byte[] redact(byte[] raw, List<String> secrets) {
        // One char per byte, so that expressions see bytes.
        var text = new String(raw, StandardCharsets.ISO_8859_1);
        var masked = new BitSet();
        for (int i = 0; i < text.length(); i++) {
            ANYWHERE.forEach(rule(text, i, masked));
            if (!followsWord(text, i)) {
                NOT_AFTER_WORD.forEach(rule(text, i, masked));
            }
            for (var secret : literals(secrets)) {
                var bytes = new String(secret.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
                if (text.startsWith(bytes, i)) {
                    masked.set(i, i + bytes.length());
                }
            }
        }
        var out = new ByteArrayOutputStream();
        int from = 0;
        while (from < raw.length) {
            boolean mask = masked.get(from);
            int to = mask ? masked.nextClearBit(from) : masked.nextSetBit(from);
            to = to < 0 ? raw.length : to;
            var shown = mask ? "[REDACTED]" : new String(raw, from, to - from, StandardCharsets.UTF_8);
            out.writeBytes(shown.getBytes(StandardCharsets.UTF_8));
            from = to;
        }
        return out.toByteArray();
    }

    private static List<String> literals(List<String> secrets) {
        return secrets.stream()
                .flatMap(s -> Stream.concat(
                        Stream.of(s.strip()), s.lines().map(String::strip).filter(line -> line.length() > 7)))
                .filter(s -> !s.isEmpty())
                .toList();
    }

    private static Consumer<Pattern> rule(String text, int at, BitSet masked) {
        return pattern -> {
            var matcher = pattern.matcher(text).region(at, text.length()).useTransparentBounds(true);
            if (matcher.lookingAt()) {
                masked.set(matcher.start(1), matcher.end(1));
            }
        };
    }

    private static boolean followsWord(String text, int at) {
        if (at == 0 || !isWord(text.charAt(at - 1))) {
            return false;
        }
        if (at > 1 && text.charAt(at - 2) == '\\' && "nrt".indexOf(text.charAt(at - 1)) >= 0) {
            return false;
        }
        int escape = text.lastIndexOf('\u001b', at - 1);
        return escape < 0
                || !CONTROL_SEQUENCE.matcher(text.substring(escape, at)).matches();
    }

    private static boolean isWord(char c) {
        return "_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(c) >= 0;
    }
}
