package dev.runner.worker.faults;

import dev.runner.job.JobStatus;
import dev.runner.job.Transition;
import dev.runner.worker.faults.History.AttemptRow;
import dev.runner.worker.faults.History.EventRow;
import dev.runner.worker.faults.History.JobRow;
import dev.runner.worker.faults.History.Mark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what must not have happened. Reads a finished history; knows nothing of how it came about. */
final class Checker {
    /** Events that say that the job moved; all others only tell. */
    private static final Map<String, JobStatus> MOVES = Map.of(
            "job_claimed", JobStatus.RUNNING,
            "job_requeued", JobStatus.QUEUED,
            "job_cancel_requested", JobStatus.CANCEL_REQUESTED,
            "job_canceled", JobStatus.CANCELED,
            "job_succeeded", JobStatus.SUCCESS,
            "job_failed", JobStatus.FAILED,
            "recovered_after_crash", JobStatus.FAILED,
            "heartbeat_stale_recovered", JobStatus.FAILED,
            "job_timeout", JobStatus.TIMEOUT);

    /** What a process that was ended by SIGTERM or SIGKILL leaves. */
    private static final Set<Integer> SIGNALED = Set.of(143, 137);

    private final History history;
    private final Set<Rule> rules;
    private final Map<UUID, List<EventRow>> eventsOf;
    private final Map<UUID, List<AttemptRow>> attemptsOf;
    private final Set<Mark> started;
    private final List<Violation> violations = new ArrayList<>();

    private Checker(History history, Set<Rule> rules) {
        this.history = history;
        this.rules = rules;
        this.eventsOf = history.events().stream().collect(Collectors.groupingBy(EventRow::jobId));
        this.attemptsOf = history.attempts().stream().collect(Collectors.groupingBy(AttemptRow::jobId));
        this.started = new HashSet<>(history.starts());
    }

    /** All rules but those, which the faults of a scenario cannot but break. */
    static List<Violation> check(History history, Rule... except) {
        var rules = EnumSet.allOf(Rule.class);
        Arrays.asList(except).forEach(rules::remove);
        var checker = new Checker(history, rules);
        checker.checkAll();
        return checker.violations;
    }

    private void broken(Rule rule, String detail) {
        if (rules.contains(rule)) {
            violations.add(new Violation(rule, detail));
        }
    }

    private void checkAll() {
        Map<UUID, JobRow> jobs = history.jobs().stream().collect(Collectors.toMap(JobRow::id, job -> job));
        history.created().stream()
                .filter(id -> !jobs.containsKey(id))
                .forEach(id -> broken(Rule.NO_JOB_LOST, id + " is not there"));
        for (JobRow job : history.jobs()) {
            checkEnd(job);
            checkMoves(job);
            checkAttempts(job);
            checkCodes(job);
            checkTimes(job);
        }
        checkStarts(jobs);
        checkCap();
        for (var answer : history.cancels()) {
            JobRow job = jobs.get(answer.jobId());
            if (job != null && !cameTrue(answer.told(), job.status())) {
                broken(
                        Rule.CANCEL_ANSWER,
                        "%s was said to be %s and is %s".formatted(job.id(), answer.told(), job.status()));
            }
        }
        history.alive().forEach(id -> broken(Rule.NOTHING_LEFT, id + " has live processes"));
    }

    private static boolean cameTrue(JobStatus told, JobStatus status) {
        return told == JobStatus.CANCEL_REQUESTED
                ? status == JobStatus.CANCELED || status == JobStatus.FAILED
                : status == told;
    }

    private void checkEnd(JobRow job) {
        if (!job.status().isTerminal() || job.lockedBy() != null) {
            broken(Rule.ENDED, "%s is %s, held by %s".formatted(job.id(), job.status(), job.lockedBy()));
        }
        List<JobStatus> ends = events(job).stream()
                .map(event -> MOVES.get(event.type()))
                .filter(status -> status != null && status.isTerminal())
                .toList();
        if (job.status().isTerminal() && !ends.equals(List.of(job.status()))) {
            broken(Rule.ONE_END, "%s is %s, its events say %s".formatted(job.id(), job.status(), ends));
        }
    }

    private void checkMoves(JobRow job) {
        List<EventRow> events = events(job);
        if (events.isEmpty() || !events.getFirst().type().equals("job_created")) {
            broken(Rule.MOVES, job.id() + " has no beginning: " + types(events));
            return;
        }
        JobStatus at = JobStatus.QUEUED;
        int claims = 0;
        for (EventRow event : events) {
            JobStatus to = MOVES.get(event.type());
            if (to == null) {
                continue;
            }
            if (!isAllowed(at, to)) {
                broken(Rule.MOVES, "%s went from %s to %s: %s".formatted(job.id(), at, to, types(events)));
            }
            if (to == JobStatus.RUNNING) {
                claims++;
            }
            if (event.givenBack()) {
                claims--;
            } else if (to == JobStatus.QUEUED && claims >= job.maxAttempts()) {
                broken(Rule.REQUEUE, "%s after %d of %d attempts".formatted(job.id(), claims, job.maxAttempts()));
            }
            at = to;
        }
        if (at != job.status()) {
            broken(Rule.MOVES, "%s is %s, its events lead to %s".formatted(job.id(), job.status(), at));
        }
    }

    private static boolean isAllowed(JobStatus from, JobStatus to) {
        return Transition.from(from).stream().anyMatch(move -> move.to() == to);
    }

    private void checkAttempts(JobRow job) {
        long claims = events(job).stream()
                .filter(event -> event.type().equals("job_claimed"))
                .count();
        long givenBack = events(job).stream().filter(EventRow::givenBack).count();
        List<Integer> numbers =
                attempts(job).stream().map(AttemptRow::attempt).sorted().toList();
        boolean inOrder = numbers.equals(java.util.stream.IntStream.rangeClosed(1, job.attempts())
                .boxed()
                .toList());
        if (claims - givenBack != job.attempts() || !inOrder || job.attempts() > job.maxAttempts()) {
            broken(
                    Rule.ATTEMPTS,
                    "%s: %d claims, %d given back, attempts %s, counted %d of %d"
                            .formatted(job.id(), claims, givenBack, numbers, job.attempts(), job.maxAttempts()));
        }
    }

    private void checkCodes(JobRow job) {
        boolean good = switch (job.status()) {
            case SUCCESS -> job.scriptCode() == 0 && Integer.valueOf(0).equals(job.exitCode());
            case FAILED -> job.exitCode() == null || (job.exitCode() == job.scriptCode() && job.scriptCode() != 0);
            case CANCELED, TIMEOUT -> wasStoppedWith(job.exitCode(), job.scriptCode());
            case QUEUED, RUNNING, CANCEL_REQUESTED -> job.exitCode() == null;
        };
        if (!good) {
            broken(
                    Rule.EXIT_CODE,
                    "%s is %s with %s, its script ends with %d: %s"
                            .formatted(job.id(), job.status(), job.exitCode(), job.scriptCode(), types(events(job))));
        }
        for (AttemptRow attempt : attempts(job)) {
            boolean last = attempt.attempt() == job.attempts();
            if (last && !java.util.Objects.equals(attempt.exitCode(), job.exitCode())) {
                broken(
                        Rule.EXIT_CODE,
                        "%s ended with %s, its attempt with %s"
                                .formatted(job.id(), job.exitCode(), attempt.exitCode()));
            }
            if (attempt.exitCode() == null && started.contains(new Mark(job.id(), attempt.attempt()))) {
                broken(
                        Rule.KNOWN_END,
                        "attempt %d of %s: %s".formatted(attempt.attempt(), job.id(), types(events(job))));
            }
        }
    }

    private static boolean wasStoppedWith(@Nullable Integer code, int scriptCode) {
        return code == null || code == scriptCode || SIGNALED.contains(code);
    }

    private void checkTimes(JobRow job) {
        if (isBefore(job.finishedAt(), job.startedAt())) {
            broken(Rule.TIMES, "%s started %s, finished %s".formatted(job.id(), job.startedAt(), job.finishedAt()));
        }
        for (AttemptRow attempt : attempts(job)) {
            if (job.status().isTerminal() && attempt.finishedAt() == null) {
                broken(Rule.TIMES, "attempt %d of %s has no end".formatted(attempt.attempt(), job.id()));
            }
            if (isBefore(attempt.finishedAt(), attempt.startedAt())) {
                broken(
                        Rule.TIMES,
                        "attempt %d of %s started %s, finished %s"
                                .formatted(attempt.attempt(), job.id(), attempt.startedAt(), attempt.finishedAt()));
            }
        }
    }

    private static boolean isBefore(@Nullable Instant end, @Nullable Instant start) {
        return end != null && start != null && end.isBefore(start);
    }

    private void checkStarts(Map<UUID, JobRow> jobs) {
        var seen = new HashSet<Mark>();
        for (Mark mark : history.starts()) {
            JobRow job = jobs.get(mark.jobId());
            if (!seen.add(mark)) {
                broken(Rule.STARTED_ONCE, mark + " was started again");
            }
            if (job == null || mark.attempt() > job.attempts()) {
                broken(Rule.STARTED_ONCE, mark + " was started without a claim");
            }
        }
        history.overlaps().forEach(mark -> broken(Rule.NO_OVERLAP, mark.toString()));
        for (JobRow job : history.jobs()) {
            if (job.status() == JobStatus.SUCCESS && !seen.contains(new Mark(job.id(), job.attempts()))) {
                broken(Rule.STARTED_ONCE, job.id() + " succeeded without a start");
            }
        }
    }

    /** Ends come before claims of the same moment: a slot is given away only after its end was committed. */
    private void checkCap() {
        List<EventRow> inTime = history.events().stream()
                .filter(event -> MOVES.containsKey(event.type()))
                .sorted(Comparator.comparing(EventRow::at)
                        .thenComparing(event -> event.type().equals("job_claimed"))
                        .thenComparingLong(EventRow::id))
                .toList();
        var active = new HashSet<UUID>();
        int most = 0;
        Instant when = Instant.EPOCH;
        for (EventRow event : inTime) {
            JobStatus to = MOVES.get(event.type());
            if (to == JobStatus.RUNNING) {
                active.add(event.jobId());
            } else if (to != JobStatus.CANCEL_REQUESTED) {
                active.remove(event.jobId());
            }
            if (active.size() > most) {
                most = active.size();
                when = event.at();
            }
        }
        if (most > history.cap()) {
            broken(Rule.CAP, "%d active at %s, allowed are %d".formatted(most, when, history.cap()));
        }
    }

    private List<EventRow> events(JobRow job) {
        return eventsOf.getOrDefault(job.id(), List.of());
    }

    private List<AttemptRow> attempts(JobRow job) {
        return attemptsOf.getOrDefault(job.id(), List.of());
    }

    private static List<String> types(List<EventRow> events) {
        return events.stream().map(EventRow::type).toList();
    }
}
