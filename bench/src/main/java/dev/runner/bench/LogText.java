package dev.runner.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** What the logs of the benchmark are filled with: a block of some megabytes, written again and again. */
final class LogText {
    private static final int BLOCK = 4 << 20;

    private static final String[] LINES = {
        "2026-03-01T12:%02d:%02d.%03dZ INFO  [worker-3] dev.runner.queue.Launcher - claimed job 7f3c%04d in %d ms",
        "[INFO] Compiling %d source files with javac [debug release 25] to target/classes (%d.%d s) %d %d",
        "npm http fetch GET 200 https://packages.example.org/left-pad/-/left-pad-%d.%d.%d.tgz %dms (cache hit %d)",
        "   at org.example.service.OrderService$Inner.process(OrderService.java:%d) ~[classes/:%d.%d.%d-%d]",
        "PASS src/components/run-list/RunList.test.tsx (%d.%d s) tests: %d passed, %d total, %d skipped",
        "{\"level\":\"debug\",\"ts\":%d.%d,\"caller\":\"http/server.go:%d\",\"msg\":\"request done\",\"status\":%d,\"id\":%d}",
        "Step %d/%d : RUN apt-get install -y --no-install-recommends libfoo%d-dev=%d.%d && rm -rf /var/lib/apt/lists",
        "remote: Counting objects: %d%% (%d/%d), done. Resolving deltas: %d%% task-list risk-%d",
        "✓ fertig: %d von %d Prüfungen grün, größte Abweichung %d,%d µs — Stufe %d",
    };

    private LogText() {}

    /** Lines as builds, servers and agents print them: no two blocks of four megabytes alike in their numbers. */
    static byte[] ordinary() {
        var random = new Random(42);
        var text = new StringBuilder(BLOCK + 200);
        while (text.length() < BLOCK) {
            var line = LINES[random.nextInt(LINES.length)];
            text.append(line.formatted(
                            random.nextInt(60),
                            random.nextInt(60),
                            random.nextInt(1000),
                            random.nextInt(10_000),
                            random.nextInt(100)))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] repeated(String text) {
        return text.repeat(BLOCK / text.length()).getBytes(StandardCharsets.US_ASCII);
    }

    /** Appends blocks until the file has {@code size} bytes. */
    static void fill(Path file, byte[] block, long size) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (channel.size() < size) {
                int at = (int) (channel.size() % block.length);
                int count = (int) Math.min(block.length - at, size - channel.size());
                var buffer = ByteBuffer.wrap(block, at, count);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
            }
        }
    }
}
