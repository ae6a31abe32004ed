package dev.runner.log;

import java.nio.charset.StandardCharsets;

/**
 * Reads some made-up text, so that the code which reads logs is compiled before the first large one is opened: to a
 * process that was just started, a gigabyte would cost half as much again. Holds up nobody and keeps nothing.
 */
public final class LogWarmUp {
    /** As much as it takes for the compiler to be done with the loops; some tenths of a second of one processor. */
    private static final int BYTES = 24 << 20;

    private static final String TEXT = """
            2026-03-01T12:04:05.678Z INFO  [worker-3] org.example.queue.Launcher - claimed task 7f3c0412 in 12 ms
            Downloading from central: https://repo.example.org/maven2/org/example/thing/1.2.3/thing-1.2.3.pom (2.1 kB)
            \u001b[32m✓\u001b[0m src/list/List.test.tsx (3 tests) größte Abweichung 12 µs, risk-free task-list
            {"level":"debug","ts":1.5,"caller":"http/server.go:12","path":"C:\\\\temp","user":"http://u:pw@h/"}
                at org.example.service.OrderService$Inner.process(OrderService.java:57) ~[classes/:1.2.3]
            export TOKEN=sk-not-a-real-one npm http fetch GET 200 Bearer not-a-real-one 127ms (cache hit)

            """;

    private LogWarmUp() {}

    /** Does it in the background. */
    public static void start() {
        Thread.ofPlatform().daemon().name("log-warm-up").start(LogWarmUp::read);
    }

    /** Returns how many rows it counted. */
    static long read() {
        byte[] text = TEXT.repeat(LogIndex.SPACING / TEXT.length() + 1).getBytes(StandardCharsets.UTF_8);
        var piece = new RedactedBuffer(text.length);
        var redactor = new Redactor(RedactionRules.standard(), piece);
        var rows = new RowCounter();
        for (long fed = 0; fed < BYTES; fed += text.length) {
            piece.clear();
            redactor.feed(text, 0, text.length);
            rows.take(piece.bytes(), 0, piece.length());
            redactor.state();
        }
        return rows.rows();
    }
}
