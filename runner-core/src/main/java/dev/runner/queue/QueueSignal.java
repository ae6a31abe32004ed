package dev.runner.queue;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jooq.DSLContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells listening workers that there is something to do, so that they need not wait for their next poll.
 *
 * <p>Only a hint, sent after the commit and outside of its transaction: many commits within a moment make one
 * notification, and one that is lost costs a poll interval. (NOTIFY inside each transaction would make every commit
 * wait for one lock of the whole server.)
 */
public final class QueueSignal implements AutoCloseable {
    /** The channel workers listen on; the payload says what kind of work came. */
    public static final String CHANNEL = "runner_queue";

    public static final String WORK = "work";
    public static final String CANCEL = "cancel";

    private static final Logger log = LoggerFactory.getLogger(QueueSignal.class);
    private static final Duration GATHER = Duration.ofMillis(20);

    private final DSLContext dsl;
    private final ScheduledExecutorService sender = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("queue-signal").daemon().factory());
    private volatile long lastSent = System.nanoTime() - GATHER.toNanos();
    private final AtomicBoolean workPending = new AtomicBoolean();
    private final AtomicBoolean cancelPending = new AtomicBoolean();

    public QueueSignal(DSLContext dsl) {
        this.dsl = dsl;
    }

    public void workArrived() {
        send(workPending, WORK);
    }

    public void cancelArrived() {
        send(cancelPending, CANCEL);
    }

    private void send(AtomicBoolean pending, String payload) {
        if (pending.compareAndSet(false, true)) {
            var _ = sender.schedule(
                    () -> {
                        // Cleared first: what arrives from here on gets a notification of its own.
                        pending.set(false);
                        lastSent = System.nanoTime();
                        try {
                            dsl.execute("SELECT pg_notify(?, ?)", CHANNEL, payload);
                        } catch (RuntimeException e) {
                            log.debug("no notification sent; workers poll anyway", e);
                        }
                    },
                    pause(),
                    TimeUnit.NANOSECONDS);
        }
    }

    /** At once after a quiet moment; while much arrives, what came since the last one goes together. */
    private long pause() {
        return Math.max(0, GATHER.toNanos() - (System.nanoTime() - lastSent));
    }

    @Override
    public void close() {
        sender.shutdownNow();
    }
}
