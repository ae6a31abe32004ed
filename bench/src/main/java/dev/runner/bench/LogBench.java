package dev.runner.bench;

import dev.runner.log.LogIndexes;
import dev.runner.log.LogSearch;
import dev.runner.log.PageOutcome;
import dev.runner.log.RedactedLog;
import dev.runner.log.RedactionRules;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;

/**
 * Reads redacted logs: a large one through an API that was just started, then ordinary and hostile ones here, on one
 * thread. The large log is written to the temporary directory and
 * deleted afterwards.
 */
final class LogBench {
    static final int DEFAULT_MEGABYTES = 1024;

    private static final long MB = 1 << 20;
    private static final int PAGE = 16_384;
    private static final int SAMPLES = 400;
    private static final int HOSTILE_MB = 128;
    private static final int HOSTILE_FACTOR = 4;

    private final Path directory;
    private final Report report = new Report("Reading redacted logs");

    private LogBench(Path directory) {
        this.directory = directory;
    }

    /** Measures with a large log of so many megabytes. */
    static Report run(int megabytes) throws IOException, SQLException, InterruptedException {
        var directory = Files.createTempDirectory("runner-log-bench");
        try {
            return new LogBench(directory).measure(megabytes);
        } finally {
            Files.delete(directory);
        }
    }

    private Report measure(int megabytes) throws IOException, SQLException, InterruptedException {
        ColdLogBench.addTo(report, megabytes);
        ordinary(megabytes);
        hostile("no newline", "x");
        hostile("'sk-'", "sk-");
        hostile("'Bearer '", "Bearer ");
        return report;
    }

    private void ordinary(int megabytes) throws IOException {
        var file = directory.resolve("ordinary.log");
        try {
            LogText.fill(file, LogText.ordinary(), 64 * MB);
            for (int i = 0; i < 3; i++) {
                readAll(log(file)); // warms up the compiler
            }
            LogText.fill(file, LogText.ordinary(), megabytes * MB);
            long heapBefore = heapInUse();
            var log = log(file);
            long started = System.nanoTime();
            long size = readAll(log);
            double seconds = secondsSince(started);
            double speed = megabytes / seconds;
            report.add("ordinary text, " + megabytes + " MB", speed, "MB/s", ">= 300", speed >= 300);
            double grown = (double) (heapInUse() - heapBefore) / MB;
            report.add("heap held after reading it", grown, "MB", "<= 16", grown <= 16);

            started = System.nanoTime();
            log.search(new LogSearch("no such text", true, 0, 1, Long.MAX_VALUE), true);
            report.note("searching it", megabytes / secondsSince(started), "MB/s");

            double first = medianPage(log, 0);
            double last = medianPage(log, size - PAGE);
            report.note("page at its start", first * 1e6, "us");
            report.note("page at its end, indexed", last * 1e6, "us");
            report.add("end page / start page", last / first, "times", "<= 3", last <= 3 * first);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private void hostile(String name, String text) throws IOException {
        var file = directory.resolve("hostile.log");
        try {
            double small = hostileSeconds(file, text, HOSTILE_MB);
            double large = hostileSeconds(file, text, HOSTILE_MB * HOSTILE_FACTOR);
            report.note(
                    String.format(Locale.ROOT, "hostile, %s, %d MB", name, HOSTILE_MB * HOSTILE_FACTOR),
                    HOSTILE_MB * HOSTILE_FACTOR / large,
                    "MB/s");
            // Linear is 4; a quadratic reader would be at 16.
            double ratio = large / small;
            report.add("hostile, " + name + ", 4 x the size, time", ratio, "times", "<= 6", ratio <= 6);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static double hostileSeconds(Path file, String text, int megabytes) throws IOException {
        LogText.fill(file, LogText.repeated(text), megabytes * MB);
        readAll(log(file)); // also warms up the compiler and the file cache
        long started = System.nanoTime();
        readAll(log(file));
        return secondsSince(started);
    }

    private static double medianPage(RedactedLog log, long offset) throws IOException {
        var seconds = new double[SAMPLES];
        long from = offset;
        while (!(log.page(from, PAGE, true) instanceof PageOutcome.Page)) {
            from++;
        }
        for (int i = 0; i < SAMPLES; i++) {
            long started = System.nanoTime();
            log.page(from, PAGE, true);
            seconds[i] = secondsSince(started);
        }
        Arrays.sort(seconds);
        return seconds[SAMPLES / 2];
    }

    private static RedactedLog log(Path file) {
        return new RedactedLog(file, RedactionRules.standard(), new LogIndexes());
    }

    private static long readAll(RedactedLog log) throws IOException {
        return log.download(0, OutputStream.nullOutputStream(), true);
    }

    private static long heapInUse() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static double secondsSince(long started) {
        return (System.nanoTime() - started) / 1e9;
    }
}
