package dev.runner.log;

import java.util.Arrays;

/**
 * Everything a {@link Redactor} knows between two bytes. Immutable by agreement: its arrays are never written. Most
 * places of a log look alike to the automaton, so the few idle states are shared and a checkpoint there costs nothing
 * here.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never written
record RedactorState(int[] numbers, byte[] held, int weight) {
    private static final int OBJECT_OVERHEAD = 144;
    private static final RedactorState[] IDLE = new RedactorState[4];
    private static final RedactorState START = new Redactor(RedactionRules.standard(), new RedactedBuffer(0)).state();

    /** Whether it is that of an automaton which has read nothing. */
    boolean isStart() {
        return held.length == 0 && Arrays.equals(numbers, START.numbers);
    }

    static RedactorState of(boolean idle, int[] numbers, byte[] held) {
        if (!idle) {
            return new RedactorState(numbers, held, OBJECT_OVERHEAD + held.length);
        }
        // Idle states differ in the word context (0 or 1) and in whether the last thing written was a mask.
        int which = (numbers[2] << 1) | numbers[4];
        var known = IDLE[which];
        if (known == null || !Arrays.equals(known.numbers, numbers)) {
            known = new RedactorState(numbers, held, 0);
            IDLE[which] = known;
        }
        return known;
    }
}
