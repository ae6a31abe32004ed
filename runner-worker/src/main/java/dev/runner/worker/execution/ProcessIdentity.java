package dev.runner.worker.execution;

/**
 * One process of one boot of one host, so that a pid that was given out again is never taken for it.
 *
 * @param startTicks when it started, in clock ticks since the boot: field 22 of {@code /proc/pid/stat}
 */
public record ProcessIdentity(String host, String bootId, long pid, long startTicks) {
    /** Identities that can be compared across workers: {@code host/boot/pid/ticks}. */
    @Override
    public String toString() {
        return "%s/%s/%d/%d".formatted(host, bootId, pid, startTicks);
    }
}
