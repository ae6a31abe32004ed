package dev.runner.log;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Output of a {@link Redactor}: always whole, valid UTF-8. A sequence that is not complete yet is kept apart, and an
 * invalid one becomes U+FFFD as often as the JDK's decoder would write it. Not thread-safe.
 */
final class RedactedBuffer {
    private static final byte[] MASK = RedactionRules.MASK.getBytes(StandardCharsets.US_ASCII);

    private byte[] bytes;
    private int length;

    /** The started sequence, first byte lowest; {@code have} of {@code want} bytes, 0 of 0 when there is none. */
    private int partial;

    private int have;
    private int want;

    RedactedBuffer(int capacity) {
        bytes = new byte[capacity];
    }

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void clear() {
        length = 0;
    }

    boolean betweenCharacters() {
        return want == 0;
    }

    /** The started sequence as one number, to be given to {@link #resume}. */
    int sequence() {
        return have == 0 ? 0 : (partial & 0xffffff) | (have << 24) | (want << 28);
    }

    void resume(int sequence) {
        partial = sequence & 0xffffff;
        have = (sequence >>> 24) & 0xf;
        want = sequence >>> 28;
    }

    /** Bytes that are known to be whole, valid characters. */
    void characters(byte[] source, int from, int to) {
        int count = to - from;
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
    }

    void mask() {
        endSequence();
        characters(MASK, 0, MASK.length);
    }

    /** The run of unmasked bytes is over: what is incomplete stays so. */
    void endSequence() {
        if (want != 0) {
            want = 0;
            have = 0;
            replacement();
        }
    }

    void raw(int b) {
        if (want != 0) {
            if (continues(b)) {
                partial |= b << (8 * have++);
                if (have == want) {
                    endWhole(b);
                }
                return;
            }
            endSequence();
        }
        if (b < 0x80) {
            ensure(1);
            bytes[length++] = (byte) b;
        } else if (Utf8.length(b) > 0) {
            partial = b;
            have = 1;
            want = Utf8.length(b);
        } else {
            replacement();
        }
    }

    private boolean continues(int b) {
        if ((b & 0xc0) != 0x80) {
            return false;
        }
        if (have > 1) {
            return true;
        }
        // Overlong forms and what is above U+10FFFF fail at the second byte.
        return switch (partial) {
            case 0xe0 -> b >= 0xa0;
            case 0xf0 -> b >= 0x90;
            case 0xf4 -> b < 0x90;
            default -> true;
        };
    }

    private void endWhole(int last) {
        boolean surrogate = want == 3 && (partial & 0xff) == 0xed && ((partial >>> 8) & 0xff) >= 0xa0;
        if (surrogate) {
            // The JDK replaces an encoded surrogate by one U+FFFD, not by three.
            replacement();
        } else {
            ensure(4);
            for (int i = 0; i < want - 1; i++) {
                bytes[length++] = (byte) (partial >>> (8 * i));
            }
            bytes[length++] = (byte) last;
        }
        want = 0;
        have = 0;
    }

    private void replacement() {
        ensure(3);
        bytes[length++] = (byte) 0xef;
        bytes[length++] = (byte) 0xbf;
        bytes[length++] = (byte) 0xbd;
    }

    private void ensure(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }
}
