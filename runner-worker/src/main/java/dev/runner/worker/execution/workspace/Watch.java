package dev.runner.worker.execution.workspace;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that learns of ends: at once for own children, at the next look for adopted ones. It sweeps up what an
 * ended attempt left and then tells. One attempt's leftover that does not die holds up no other.
 */
final class Watch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watch.class);
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration BETWEEN_PASSES = Duration.ofMillis(2);

    /** Looks at attempts that run, now and then. */
    interface Look {
        void at(Attempt attempt);
    }

    private record Leaving(Attempt attempt, Sweep sweep, long deadline) {}

    private final Collection<Attempt> attempts;
    private final Look look;
    private final InstantSource clock;
    private final LinkedBlockingQueue<Attempt> ended = new LinkedBlockingQueue<>();
    private final List<Leaving> leaving = new ArrayList<>();
    private final Thread thread;
    private long nextLook = System.nanoTime();
    /** When the next round has to be over, in nanoseconds of this process. */
    private volatile long due = nextLook;

    private volatile boolean closed;

    /** The collection is a live view; attempts in it are looked at as long as they run. */
    Watch(Collection<Attempt> attempts, Look look, InstantSource clock) {
        this.attempts = attempts;
        this.look = look;
        this.clock = clock;
        this.thread = Thread.ofPlatform().name("workspace-watch").daemon().unstarted(this::watch);
    }

    void start() {
        thread.start();
    }

    void ended(Attempt attempt) {
        ended.add(attempt);
    }

    private void watch() {
        while (!closed) {
            try {
                round();
            } catch (InterruptedException e) {
                return;
            } catch (Throwable e) {
                // Also an error: nobody else would ever learn of an end.
                LOG.atError().setCause(e).log("watching jobs failed; going on");
            }
        }
    }

    private void round() throws InterruptedException {
        long pause = leaving.isEmpty() ? nextLook - System.nanoTime() : BETWEEN_PASSES.toNanos();
        Attempt first = ended.poll(Math.max(0, pause), TimeUnit.NANOSECONDS);
        if (first != null) {
            begin(first);
            var more = new ArrayList<Attempt>();
            ended.drainTo(more);
            more.forEach(this::begin);
        }
        sweepOnce();
        if (System.nanoTime() - nextLook >= 0) {
            nextLook = System.nanoTime() + LOOK.toNanos();
            attempts.stream().filter(Attempt::isRunning).forEach(this::lookAt);
        }
        due = System.nanoTime() + LOOK.toNanos();
    }

    /** How long a round has been due: while it is, nobody learns of an end. */
    Duration overdue() {
        return Duration.ofNanos(Math.max(0, System.nanoTime() - due));
    }

    private void lookAt(Attempt attempt) {
        // Own children as well, in case that their end was heard of in a round that failed.
        if (attempt.hasEnded()) {
            begin(attempt);
        } else {
            look.at(attempt);
        }
    }

    private void begin(Attempt attempt) {
        if (attempt.beginEnding()) {
            orFailed(
                    attempt,
                    () -> leaving.add(
                            new Leaving(attempt, attempt.sweep(), System.nanoTime() + Sweep.LIMIT.toNanos())));
        }
    }

    /** Whoever waits for the end must hear of it, even if it is only that it cannot be told. */
    private static void orFailed(Attempt attempt, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            attempt.ending.completeExceptionally(e);
            throw e;
        }
    }

    private void sweepOnce() {
        if (leaving.isEmpty()) {
            return;
        }
        try (var processes = new ProcessScan()) {
            for (Iterator<Leaving> each = leaving.iterator(); each.hasNext(); ) {
                Leaving one = each.next();
                if (one.sweep().pass(() -> processes) || System.nanoTime() - one.deadline() >= 0) {
                    each.remove();
                    orFailed(
                            one.attempt(),
                            () -> one.attempt()
                                    .end(
                                            one.attempt().finding(clock),
                                            one.sweep().remaining()));
                }
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
