package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchTest {
    @TempDir
    Path folder;

    @Test
    void it_is_overdue_while_a_look_hangs_and_not_while_it_goes_on() throws InterruptedException {
        var self = LocalProcess.of(ProcStat.read(ProcessHandle.current().pid()).orElseThrow());
        var key = TestWorkspace.newKey();
        var running = new Attempt(key, new ControlDirectory(folder, key), self, folder.resolve("log"), null);
        var looked = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        var watch = new Watch(
                List.of(running),
                attempt -> {
                    looked.countDown();
                    await(release);
                },
                InstantSource.system());
        try (watch) {
            watch.start();
            assertThat(looked.await(10, TimeUnit.SECONDS)).isTrue();
            TestWorkspace.await(() -> watch.overdue().compareTo(Duration.ofMillis(300)) > 0);

            release.countDown();

            TestWorkspace.await(() -> watch.overdue().isZero());
        }
    }

    private static void await(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
