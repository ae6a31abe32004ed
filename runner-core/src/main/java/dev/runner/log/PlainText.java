package dev.runner.log;

import java.util.List;

/**
 * Skips text in which no pattern can start. Nearly all of a log is such text, so this loop decides the speed: per byte
 * one look-up, one shift, one test (shift-and over the first three bytes of all patterns, which share eight buckets).
 * Characters beyond ASCII are passed over whole when they are valid; what is not is left to the automaton.
 * A false alarm costs a few steps of the full automaton, never correctness. Immutable.
 */
final class PlainText {
    private static final int WINDOW = 3;
    private static final int FIRST = 0xff;
    private static final int STOP = 1 << 31;
    private static final int MATCH = 0xff << 16;
    private static final int ALARM = STOP | MATCH;

    private final int[] table = new int[256];

    PlainText(List<Rule> rules) {
        for (var rule : rules) {
            byte[] pattern = rule.pattern();
            int bucket = 1 << bucketOf(pattern[0] & 0xff);
            for (int i = 0; i < WINDOW; i++) {
                if (i >= pattern.length) {
                    allow(bucket << (8 * i));
                } else {
                    int b = pattern[i] & 0xff;
                    table[b] |= bucket << (8 * i);
                    if (rule.kind().ignoresCase() && b >= 'a' && b <= 'z') {
                        table[b - ('a' - 'A')] |= bucket << (8 * i);
                    }
                }
            }
        }
        // Escape sequences decide what counts as following a word; everything above ASCII must be checked as UTF-8.
        table[0x1b] |= STOP;
        table['\\'] |= STOP;
        for (int b = 0x80; b < 256; b++) {
            table[b] |= STOP;
        }
    }

    /**
     * The first index in {@code [from, to]} from which the full automaton has to look; what is before it are whole, valid
     * characters when {@code from} is the start of one.
     * The last two bytes are never skipped: a pattern may start there and go on in the next chunk.
     */
    int skip(byte[] bytes, int from, int to) {
        int seen = 0;
        int[] t = table;
        for (int i = from; i < to; i++) {
            seen = ((seen << 8) | FIRST | STOP) & t[bytes[i] & 0xff];
            if ((seen & ALARM) != 0) {
                int end = (seen & MATCH) == 0 && bytes[i] < 0 ? Utf8.endOfCharacter(bytes, i, to) : i;
                if (end == i) {
                    return startOfCharacter(bytes, from, i - (WINDOW - 1));
                }
                while (++i < end) {
                    seen = ((seen << 8) | FIRST) & t[bytes[i] & 0xff];
                    if ((seen & MATCH) != 0) {
                        return startOfCharacter(bytes, from, i - (WINDOW - 1));
                    }
                }
                i--;
            }
        }
        return startOfCharacter(bytes, from, to - (WINDOW - 1));
    }

    private static int startOfCharacter(byte[] bytes, int from, int at) {
        int start = at;
        while (start > from && Utf8.isContinuation(bytes[start])) {
            start--;
        }
        return Math.max(from, start);
    }

    private void allow(int bits) {
        for (int b = 0; b < 256; b++) {
            table[b] |= bits;
        }
    }

    /** First bytes that often follow each other's second bytes are kept apart. */
    private static int bucketOf(int first) {
        return switch (first) {
            case 's', 'r' -> 0;
            case 'b', 'a' -> 1;
            case 'h' -> 2;
            case 'g' -> 3;
            case 'A', 'x', 'y' -> 4;
            case 'n', 'e' -> 5;
            case '-', ':', '.' -> 6;
            default -> 7;
        };
    }
}
