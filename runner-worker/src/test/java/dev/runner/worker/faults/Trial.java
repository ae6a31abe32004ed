package dev.runner.worker.faults;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/**
 * One run of a scenario.
 *
 * @param size 1 for the short form; jobs and faults grow with it
 */
record Trial(Site site, SplittableRandom random, int size, Figures figures) {
    private static final Duration SETTLE = Duration.ofMinutes(3);

    /** A moment within these bounds, in milliseconds. */
    Duration moment(long least, long most) {
        return Duration.ofMillis(random.nextLong(least, most + 1));
    }

    void count(String what) {
        figures.add(what, 1);
    }

    /** All kinds of jobs, each for up to so long. */
    void createAny(int jobs, Duration longest) {
        for (int i = 0; i < jobs; i++) {
            site.create(Work.any(random, longest));
        }
    }

    /** Waits until every job has ended, and proves that nothing happened that must not. */
    History settle(int cap, Rule... except) throws IOException {
        site.awaitAllEnded(SETTLE);
        return judge(cap, except);
    }

    History judge(int cap, Rule... except) throws IOException {
        History history = site.history(cap);
        figures.add("jobs", history.jobs().size());
        figures.add("attempts", history.attempts().size());
        figures.add("adopted", site.events("job_adopted"));
        figures.add("requeued", site.events("job_requeued"));
        figures.add("lost", site.events("attempt_lost") + site.events("recovered_after_crash"));
        List<Violation> violations = Checker.check(history, except);
        if (!violations.isEmpty()) {
            throw new AssertionError(violations.size() + " violations:\n"
                    + violations.stream().limit(20).map(Violation::toString).collect(Collectors.joining("\n")));
        }
        return history;
    }
}
