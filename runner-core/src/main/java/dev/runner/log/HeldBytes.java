package dev.runner.log;

import java.util.Arrays;

/** The last raw bytes, held back while a later byte may still mask them. Not thread-safe. */
final class HeldBytes {
    private static final byte MASKED = 1;
    private static final byte AFTER_WORD = 2;

    private byte[] bytes = new byte[512];
    private byte[] marks = new byte[512];
    private int start;
    private int end;

    int size() {
        return end - start;
    }

    void add(int b, boolean afterWord) {
        if (end == bytes.length) {
            makeRoom();
        }
        bytes[end] = (byte) b;
        marks[end++] = afterWord ? AFTER_WORD : 0;
    }

    /** Masks the newest {@code count} bytes, without the very newest {@code except}. */
    void mask(int count, int except) {
        // Bytes that are no longer held were released because no rule could reach them.
        for (int i = end - count; i < end - except; i++) {
            marks[i] |= MASKED;
        }
    }

    boolean followsWord(int count) {
        return (marks[end - count] & AFTER_WORD) != 0;
    }

    boolean oldestIsMasked() {
        return (marks[start] & MASKED) != 0;
    }

    int release() {
        int b = bytes[start++] & 0xff;
        if (start == end) {
            start = 0;
            end = 0;
        }
        return b;
    }

    /** Bytes and marks in turn. */
    byte[] save() {
        var saved = new byte[2 * size()];
        System.arraycopy(bytes, start, saved, 0, size());
        System.arraycopy(marks, start, saved, size(), size());
        return saved;
    }

    void restore(byte[] saved) {
        start = 0;
        end = saved.length / 2;
        int capacity = Math.max(512, 2 * end);
        bytes = Arrays.copyOf(saved, capacity);
        marks = Arrays.copyOf(Arrays.copyOfRange(saved, end, saved.length), capacity);
    }

    private void makeRoom() {
        int size = size();
        if (size > bytes.length / 2) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length);
            marks = Arrays.copyOf(marks, 2 * marks.length);
        }
        System.arraycopy(bytes, start, bytes, 0, size);
        System.arraycopy(marks, start, marks, 0, size);
        start = 0;
        end = size;
    }
}
