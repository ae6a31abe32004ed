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
}
