package dev.runner.log;

/**
 * A place to resume from: after {@code raw} bytes of the file, {@code redacted} bytes have been written.
 *
 * @param before the last raw bytes before it, up to eight, to notice that the file is no longer the one that was read
 */
record Checkpoint(long raw, long redacted, long before, RedactorState state) {
    /** Object, fields and the reference to it. */
    private static final int OBJECT_SIZE = 52;

    int weight() {
        return OBJECT_SIZE + state.weight();
    }
}
