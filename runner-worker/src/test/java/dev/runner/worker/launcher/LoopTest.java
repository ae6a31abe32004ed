package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class LoopTest {
    private static final Duration INTERVAL = Duration.ofSeconds(30);

    @Test
    void pauses_grow_while_it_fails_and_are_the_interval_again_when_it_works() throws InterruptedException {
        var broken = new AtomicBoolean(true);
        var loop = new Loop("test", INTERVAL, () -> {
            if (broken.get()) {
                throw new IOException("away");
            }
        });

        assertThat(loop.round()).isEqualTo(Duration.ofSeconds(1));
        assertThat(loop.round()).isEqualTo(Duration.ofSeconds(2));
        assertThat(loop.round()).isEqualTo(Duration.ofSeconds(4));
        broken.set(false);
        assertThat(loop.round()).isEqualTo(INTERVAL);
        broken.set(true);
        assertThat(loop.round()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void an_error_is_a_failure_like_any_other() throws InterruptedException {
        var loop = new Loop("test", INTERVAL, () -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        assertThat(loop.round()).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_pause_has_a_longest_length() {
        assertThat(Loop.pauseAfter(100)).isEqualTo(Duration.ofSeconds(15));
        assertThat(Loop.pauseAfter(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(15));
    }

    @Test
    void closing_ends_the_pause_at_once() throws InterruptedException {
        var ran = new CountDownLatch(1);
        var loop = new Loop("test", Duration.ofDays(1), ran::countDown);
        loop.start();
        assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();

        long before = System.nanoTime();
        loop.close();

        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
    }

    @Test
    void a_loop_is_overdue_while_its_step_hangs_and_not_while_it_pauses_or_fails() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        try (var hanging = new Loop("hanging", INTERVAL, () -> {
                    entered.countDown();
                    release.await();
                });
                var failing = new Loop("failing", INTERVAL, () -> {
                    throw new IOException("away");
                })) {
            hanging.start();
            failing.start();
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            Duration before = hanging.overdue();

            assertThat(new CountDownLatch(1).await(50, TimeUnit.MILLISECONDS)).isFalse();

            assertThat(hanging.overdue()).isGreaterThanOrEqualTo(before.plusMillis(50));
            awaitPunctual(failing);
            release.countDown();
            awaitPunctual(hanging);
        }
    }

    private static void awaitPunctual(Loop loop) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!loop.overdue().isZero()) {
            assertThat(System.nanoTime()).as("still overdue").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }
}
