package dev.runner.log;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What makes a line look like an error: certain words, unless the line says that there were none of it ({@code 0 errors},
 * {@code no error}, {@code failed: 0}) or the word is a part of a name ({@code error.log}, {@code --fail-on-error}).
 * Names of exceptions ({@code IOException}, {@code ValueError}) count. Immutable.
 */
final class ErrorWords {
    /** So many bytes behind a word decide at most. */
    static final int AHEAD = 32;

    /** And so many before it. */
    static final int BEHIND = 64;

    static final int LONGEST = 32;

    private static final RuleMatcher WORDS = new RuleMatcher(
            Stream.of(
                            "error",
                            "errors",
                            "fatal",
                            "exception",
                            "exceptions",
                            "traceback",
                            "panic",
                            "panicked",
                            "failed",
                            "fail",
                            "failure",
                            "failures",
                            "critical",
                            "aborted",
                            "segmentation fault",
                            "core dumped",
                            "command not found",
                            "permission denied",
                            "no such file or directory")
                    // Found without regard to case; nothing else of the kind matters here.
                    .map(word -> Rule.of(word, Rule.Kind.BEARER))
                    .toList(),
            true);

    private static final Set<String> NONE_BEFORE = Set.of("0", "no", "zero", "without");
    private static final Set<String> NOT_BEFORE = Set.of("not", "never", "non", "if", "on", "any");
    private static final List<String> NONE_AFTER = List.of("none", "null", "nil", "false");
    private static final List<String> EMPTY_AFTER = List.of("[]", "{}", "\"\"", "''");

    private static final String VALUE_END = "\r\n,;)}]\"'";

    private ErrorWords() {}

    static RuleMatcher matcher() {
        return WORDS;
    }

    /** Whether the word at {@code [from, to)} of the text tells of an error; {@code end} is where the text ends. */
    static boolean tells(byte[] text, int from, int to, int end) {
        if (!isWhole(text, from, to, end)) {
            return false;
        }
        // "NullPointerException: null" denies nothing.
        boolean name = from > 0 && isWord(text[from - 1]) && !endsColour(text, from);
        return name || (!isDeniedBefore(text, from) && !isDeniedAfter(text, to, end));
    }

    private static boolean isWhole(byte[] text, int from, int to, int end) {
        boolean capital = text[from] >= 'A' && text[from] <= 'Z';
        if (from > 0 && !endsColour(text, from)) {
            byte before = text[from - 1];
            if (isWord(before)) {
                // NullPointerException, but not TERROR or mirror_error.
                if (before == '_' || !capital || !(text[from + 1] >= 'a')) {
                    return false;
                }
            } else if ((before == '-' || before == '.' || before == '/') && !capital) {
                return false;
            }
        }
        if (to >= end) {
            return true;
        }
        byte after = text[to];
        if (isWord(after)) {
            return false;
        }
        boolean joins = after == '-' || after == '.' || after == '/';
        return !joins || to + 1 >= end || !isWord(text[to + 1]);
    }

    /** {@code ESC[31mERROR}: the m is no letter of a word. */
    private static boolean endsColour(byte[] text, int at) {
        if (text[at - 1] != 'm') {
            return false;
        }
        int i = at - 2;
        while (i >= 0 && (text[i] == ';' || (text[i] >= '0' && text[i] <= '9'))) {
            i--;
        }
        return i >= 1 && text[i] == '[' && text[i - 1] == 0x1b;
    }

    private static boolean isDeniedBefore(byte[] text, int from) {
        int end = blanksBefore(text, from);
        int start = wordBefore(text, end);
        if (end == from || start == end) {
            return false;
        }
        String word = word(text, start, end);
        boolean fraction = start > 0 && (text[start - 1] == '.' || text[start - 1] == ',');
        if (NOT_BEFORE.contains(word) || (NONE_BEFORE.contains(word) && !fraction)) {
            return true;
        }
        // "0 tests failed", "no new errors"
        int end2 = blanksBefore(text, start);
        int start2 = wordBefore(text, end2);
        boolean letters = word.chars().allMatch(c -> c >= 'a' && c <= 'z');
        return end2 < start && start2 < end2 && letters && NONE_BEFORE.contains(word(text, start2, end2));
    }

    private static boolean isDeniedAfter(byte[] text, int to, int end) {
        int i = to;
        if (startsWith(text, i, end, "(s)")) {
            i += 3;
        }
        if (i < end && (text[i] == '"' || text[i] == '\'')) {
            i++;
        }
        int blanks = i;
        while (i < end && text[i] == ' ') {
            i++;
        }
        boolean separated = i < end && (text[i] == ':' || text[i] == '=');
        if (separated) {
            i++;
            while (i < end && text[i] == ' ') {
                i++;
            }
        } else if (i == blanks) {
            return false;
        }
        int wordEnd = i;
        while (wordEnd < end && isWord(text[wordEnd])) {
            wordEnd++;
        }
        String word = word(text, i, wordEnd);
        if (!separated) {
            return word.equals("0") && !(wordEnd < end && text[wordEnd] == '.');
        }
        int value = i;
        boolean fraction = wordEnd + 1 < end && text[wordEnd] == '.' && isWord(text[wordEnd + 1]);
        // "error: none of the hosts answered" denies nothing.
        boolean alone = wordEnd >= end || VALUE_END.indexOf(text[wordEnd]) >= 0;
        return (word.equals("0") && !fraction)
                || (NONE_AFTER.contains(word) && alone)
                || EMPTY_AFTER.stream().anyMatch(empty -> startsWith(text, value, end, empty));
    }

    private static boolean startsWith(byte[] text, int from, int end, String wanted) {
        return end - from >= wanted.length()
                && word(text, from, from + wanted.length()).equals(wanted);
    }

    private static int blanksBefore(byte[] text, int from) {
        int i = from;
        while (i > 0 && text[i - 1] == ' ') {
            i--;
        }
        return i;
    }

    private static int wordBefore(byte[] text, int end) {
        int i = end;
        while (i > 0 && isWord(text[i - 1])) {
            i--;
        }
        return i;
    }

    private static boolean isWord(byte b) {
        return b < 0 || ByteClasses.WORD[b];
    }

    private static String word(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
    }
}
