package dev.runner.worker.faults;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/**
 * What one job does, and what it is to end with.
 *
 * @param again whether it may be tried again when an attempt is lost
 * @param held whether it first waits for the gate of the workspace to be opened
 */
record Work(int code, Duration length, Kind kind, boolean again, Duration timeout, boolean held) {
    /** How a script behaves besides running for a while. */
    enum Kind {
        PLAIN,
        /** Ignores SIGTERM. */
        STUBBORN,
        /** Leaves a process that double-forked into a session of its own. */
        DAEMON,
        /** Leaves a background child that holds its output. */
        CHILD;

        static final List<Kind> ALL = List.of(values());

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private static final Duration LONG = Duration.ofMinutes(10);

    static Work plain(int code, Duration length) {
        return new Work(code, length, Kind.PLAIN, false, LONG, false);
    }

    Work of(Kind other) {
        return new Work(code, length, other, again, timeout, held);
    }

    Work retried() {
        return new Work(code, length, kind, true, timeout, held);
    }

    Work limitedTo(Duration limit) {
        return new Work(code, length, kind, again, limit, held);
    }

    Work heldBack() {
        return new Work(code, length, kind, again, timeout, true);
    }

    /** Anything, for up to so long; half of them succeed, half may be tried again. */
    static Work any(RandomGenerator random, Duration longest) {
        int code = random.nextBoolean() ? 0 : 1 + random.nextInt(120);
        Kind kind = Kind.ALL.get(random.nextInt(Kind.ALL.size()));
        return new Work(
                code,
                Duration.ofMillis(random.nextLong(longest.toMillis() + 1)),
                kind,
                random.nextBoolean(),
                LONG,
                false);
    }

    String scriptKey() {
        return again ? "again" : "once";
    }

    String args() {
        return "{\"code\": %d, \"millis\": %d, \"kind\": \"%s\", \"gate\": \"%s\"}"
                .formatted(code, length.toMillis(), kind.text(), held ? "shut" : "open");
    }
}
