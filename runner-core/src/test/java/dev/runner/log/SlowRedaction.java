package dev.runner.log;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * What the redacted stream is, said a second time with other means: each rule as a backtracking expression over the
 * whole input, tried at every position, then the union of what they cover.
 */
final class SlowRedaction {
    private static final String QUOTES = "\\x00-\\x20\\x7f\"'`<>";
    private static final String TOKEN = "[^" + QUOTES + "()\\[\\]{},;|\\\\]";
    private static final String URL = "[^" + QUOTES + "]";
    private static final String PASSWORD = "[^" + QUOTES + "@]";

    /** Group 1 is what is masked. */
    private static final List<Pattern> ANYWHERE = List.of(
            Pattern.compile("((?:github_pat_|glpat-|xox[bpars]-)" + TOKEN + "+)"),
            Pattern.compile("(?i:bearer)[ \\t]+(" + TOKEN + "+)"),
            Pattern.compile("((?i:https://(?:hooks\\.slack\\.com/|outlook\\.office\\.com/webhook/"
                    + "|(?:(?:ptb|canary)\\.)?discord\\.com/api/(?:v(?:[6-9]|10)/)?webhooks/"
                    + "|discordapp\\.com/api/(?:v(?:[6-9]|10)/)?webhooks/))" + URL + "+)"),
            Pattern.compile("((?i:https:\\\\/\\\\/(?:hooks\\.slack\\.com\\\\/|outlook\\.office\\.com\\\\/webhook\\\\/))" + URL + "+)"),
            Pattern.compile("((?i:\\.webhook\\.office\\.com\\\\/)" + URL + "+)"),
            Pattern.compile("((?i:https://[a-z0-9.-]{0,234}\\.webhook\\.office\\.com/)" + URL + "+)"),
            Pattern.compile("((?i:\\.webhook\\.office\\.com/)" + URL + "+)"),
            Pattern.compile("((?s)-----BEGIN (?:|RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )PRIVATE KEY(?: BLOCK)?-----"
                    + ".*?(?:-----END (?:|RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )PRIVATE KEY(?: BLOCK)?-----|\\z))"),
            Pattern.compile("://[^" + QUOTES + "/?#@\\[\\](){},;|\\\\:]*:([0-9]{1,5})(?=@)"),
            Pattern.compile("://[^" + QUOTES + "/?#@\\[\\](){},;|\\\\:]*:((?:[0-9]{6}|[0-9]{1,5}[^0-9@" + QUOTES
                    + "/?#.,;:()\\[\\]{}|\\\\]|[^0-9@/" + QUOTES + "])" + PASSWORD + "*)"));

    private static final List<Pattern> NOT_AFTER_WORD = List.of(
            Pattern.compile("((?:sk-|[sr]k_live_|[sr]k_test_|gh[pousr]_)" + TOKEN + "+)"),
            Pattern.compile("((?:AKIA|ASIA)[A-Z0-9]{16}" + TOKEN + "*)"),
            Pattern.compile("((?:npm_|hf_)[A-Za-z0-9]{16}" + TOKEN + "*)"),
            Pattern.compile("((?:AIza|eyJ)[A-Za-z0-9_.-]{16}" + TOKEN + "*)"));

    private static final Pattern CONTROL_SEQUENCE = Pattern.compile("\\x1b\\[[\\x20-\\x3f]*[\\x40-\\x7e]");

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
            for (var secret : secrets) {
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
        return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
    }
}
