package dev.runner.log;

/** What has to be known of UTF-8 to cut it and to pass it on unchanged. */
final class Utf8 {
    private Utf8() {}

    static boolean isContinuation(byte b) {
        return (b & 0xc0) == 0x80;
    }

    /** Behind the character that starts at {@code at}; {@code at} itself when it is not valid or goes on after the end. */
    static int endOfCharacter(byte[] bytes, int at, int end) {
        int first = bytes[at] & 0xff;
        int length = length(first);
        if (length == 0 || at + length > end) {
            return at;
        }
        for (int i = 1; i < length; i++) {
            if (!isContinuation(bytes[at + i])) {
                return at;
            }
        }
        return length == 1 || isInRange(first, bytes[at + 1] & 0xff) ? at + length : at;
    }

    /** How long a character is that starts with this byte; 0 when none does. */
    static int length(int first) {
        if (first < 0x80) {
            return 1;
        }
        if (first < 0xc2 || first > 0xf4) {
            return 0;
        }
        return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    }

    /** Overlong forms, surrogates, and what is above U+10FFFF show in the second byte. */
    private static boolean isInRange(int first, int second) {
        return switch (first) {
            case 0xe0 -> second >= 0xa0;
            case 0xed -> second < 0xa0;
            case 0xf0 -> second >= 0x90;
            case 0xf4 -> second < 0x90;
            default -> true;
        };
    }
}
