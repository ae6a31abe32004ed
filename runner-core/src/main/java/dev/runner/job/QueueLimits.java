package dev.runner.job;

/**
 * How much may be waiting or running.
 *
 * @param maxActive jobs that are not finished, of everybody
 * @param maxQueuedPerUser jobs one person may have waiting
 * @param queueing whether jobs may wait at all; if not, only as many are accepted as there are slots
 * @param slots how many jobs run at once
 */
public record QueueLimits(int maxActive, int maxQueuedPerUser, boolean queueing, int slots) {
    public static final QueueLimits DEFAULT = new QueueLimits(200, 20, true, 2);

    int effectiveMaxActive() {
        return queueing ? maxActive : Math.min(maxActive, slots);
    }
}
