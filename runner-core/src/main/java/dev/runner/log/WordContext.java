package dev.runner.log;

/**
 * Whether the next byte follows a word character. The last letter of a colour sequence and the letter of an escaped line
 * break are none, or {@code ESC[31msk-…} and {@code "…\nsk-…"} would pass for one word.
 */
final class WordContext {
    static final int BETWEEN = 0;
    static final int IN_WORD = 1;
    private static final int ESCAPE = 2;
    private static final int CONTROL_SEQUENCE = 3;
    private static final int BACKSLASH = 4;
    private static final byte[] NEXT = table();

    private WordContext() {}

    static int next(int context, int b) {
        return NEXT[(context << 8) | b];
    }

    private static byte[] table() {
        var next = new byte[5 << 8];
        for (int b = 0; b < 256; b++) {
            int alone = switch (b) {
                case 0x1b -> ESCAPE;
                case '\\' -> BACKSLASH;
                default -> ByteClasses.WORD[b] ? IN_WORD : BETWEEN;
            };
            for (int context = BETWEEN; context <= BACKSLASH; context++) {
                next[(context << 8) | b] = (byte) alone;
            }
            if (b >= 0x20 && b < 0x40) {
                next[(CONTROL_SEQUENCE << 8) | b] = CONTROL_SEQUENCE;
            } else if (b >= 0x40 && b < 0x7f) {
                next[(CONTROL_SEQUENCE << 8) | b] = BETWEEN;
            }
        }
        next[(CONTROL_SEQUENCE << 8) | '\\'] = BACKSLASH;
        next[(ESCAPE << 8) | '['] = CONTROL_SEQUENCE;
        for (char c : new char[] {'n', 'r', 't'}) {
            next[(BACKSLASH << 8) | c] = BETWEEN;
        }
        return next;
    }
}
