package dev.runner.worker.launcher;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step on a thread of its own until it is closed: at a fixed interval while it succeeds, with growing pauses
 * while it fails. An outage is one line at its beginning and one at its end, however long it lasts.
 */
final class Loop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    /** Long enough to spare a struggling server, short enough that nobody waits for the recovery to be noticed. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(15);

    /** One round; an exception means: try again later. */
    interface Step {
        void run() throws Exception;
    }

    private final String name;
    private final Duration interval;
    private final Step step;
    private final Semaphore signals = new Semaphore(0);
    private volatile boolean closed;
    private final Thread thread;
    /** When the next round has to begin, in nanoseconds of this process. */
    private volatile long due = System.nanoTime();

    private int failures;

    Loop(String name, Duration interval, Step step) {
        this.name = name;
        this.interval = interval;
        this.step = step;
        this.thread = Thread.ofPlatform().name(name).unstarted(this::repeat);
    }

    void start() {
        thread.start();
    }

    /** One round, and how long to pause before the next. */
    Duration round() throws InterruptedException {
        try {
            step.run();
            if (failures > 0) {
                LOG.atInfo()
                        .addKeyValue("loop", name)
                        .addKeyValue("failures", failures)
                        .log("works again");
            }
            failures = 0;
            return interval;
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) {
            // Errors as well: whatever they are, a loop that ends leaves leases to run out under jobs that run.
            if (failures == 0) {
                LOG.atWarn().addKeyValue("loop", name).setCause(e).log("does not work; trying again until it does");
            }
            failures++;
            return pauseAfter(failures);
        }
    }

    static Duration pauseAfter(int failures) {
        // Doubling five times is beyond the longest pause already; more would only overflow.
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures - 1, 5));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private void repeat() {
        try {
            while (!closed) {
                Duration pause = round();
                due = System.nanoTime() + pause.toNanos();
                if (signals.tryAcquire(pause.toMillis(), TimeUnit.MILLISECONDS)) {
                    // However many signals came meanwhile, one round answers them all.
                    signals.drainPermits();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * How long a round has been due without being completed. A failing step is no delay, one that hangs or whose thread
     * died is.
     */
    Duration overdue() {
        return Duration.ofNanos(Math.max(0, System.nanoTime() - due));
    }

    /** Makes the next round begin now. */
    void wake() {
        signals.release();
    }

    /** Begins no further round. */
    void stop() {
        closed = true;
        wake();
    }

    /** Waits for the round in progress, and interrupts it if it takes longer than its limits on statements allow. */
    void join() {
        try {
            if (!thread.join(Duration.ofSeconds(10))) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        stop();
        join();
    }
}
