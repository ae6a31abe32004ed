package dev.runner.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A log file of a test, and readers of it that share nothing. */
final class LogFixture implements AutoCloseable {
    private final Path path;
    private final RedactionRules rules;

    LogFixture(RedactionRules rules) throws IOException {
        this.rules = rules;
        path = Files.createTempFile("runner-log", ".log");
    }

    Path path() {
        return path;
    }

    void append(byte[] bytes) throws IOException {
        Files.write(path, bytes, StandardOpenOption.APPEND);
    }

    /** A reader with an index of its own: checkpoints so close and so few that all of them are made, used and dropped. */
    RedactedLog reader(int spacing) {
        return new RedactedLog(path, rules, new LogIndexes(10_000, spacing, 2_000, 1 << 20));
    }

    /** One that reads everything larger than two parts of so many bytes several parts at once. */
    RedactedLog reader(int spacing, int coldPart) {
        return new RedactedLog(path, rules, new LogIndexes(100_000, spacing, 20_000, coldPart));
    }

    /** Reads on from {@code offset} until nothing more is given, as a client would. */
    static List<PageOutcome.Page> follow(RedactedLog log, long offset, int limit, boolean finished) throws IOException {
        var pages = new ArrayList<PageOutcome.Page>();
        PageOutcome.Page page;
        do {
            page = (PageOutcome.Page) log.page(offset, limit, finished);
            pages.add(page);
            offset = page.nextOffset();
        } while (!page.content().isEmpty());
        return pages;
    }

    @Override
    public void close() throws IOException {
        Files.delete(path);
    }
}
