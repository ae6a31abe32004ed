package dev.runner.worker.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.JobStatus;
import dev.runner.worker.faults.History.AttemptRow;
import dev.runner.worker.faults.History.CancelAnswer;
import dev.runner.worker.faults.History.EventRow;
import dev.runner.worker.faults.History.JobRow;
import dev.runner.worker.faults.History.Mark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories made by hand: good ones that must pass, and for every rule some that break it and nothing else. */
class CheckerTest {
    private static final UUID JOB = new UUID(0, 1);
    private static final UUID OTHER = new UUID(0, 2);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    @ParameterizedTest
    @MethodSource
    void good_histories_pass(Told told) {
        assertThat(Checker.check(told.history())).isEmpty();
    }

    static Stream<Told> good_histories_pass() {
        return Stream.of(
                success(),
                failure(7),
                Told.job(JobStatus.CANCELED, null, 0).events("job_created", "job_canceled"),
                Told.job(JobStatus.CANCELED, 143, 0)
                        .attempt(1, 143)
                        .started(1)
                        .events("job_created", "job_claimed", "job_cancel_requested", "job_canceled")
                        .answered(JobStatus.CANCEL_REQUESTED),
                Told.job(JobStatus.TIMEOUT, 137, 0)
                        .attempt(1, 137)
                        .started(1)
                        .events("job_created", "job_claimed", "job_timeout"),
                Told.job(JobStatus.FAILED, null, 0)
                        .attempt(1, null)
                        .events("job_created", "job_claimed", "recovered_after_crash"),
                requeued(),
                givenBack());
    }

    @ParameterizedTest
    @MethodSource
    void each_rule_can_be_broken(Rule rule, Told told) {
        assertThat(Checker.check(told.history())).extracting(Violation::rule).containsOnly(rule);
        assertThat(Checker.check(told.history(), rule)).isEmpty();
    }

    static Stream<Arguments> each_rule_can_be_broken() {
        return Stream.of(
                broken(Rule.NO_JOB_LOST, success().promised(OTHER)),
                broken(
                        Rule.ENDED,
                        Told.job(JobStatus.RUNNING, null, 0).attempt(1, null).events("job_created", "job_claimed")),
                broken(Rule.ENDED, success().heldBy("somebody")),
                broken(Rule.ATTEMPTS, success().attempt(2, 0)),
                broken(
                        Rule.ATTEMPTS,
                        Told.job(JobStatus.SUCCESS, 0, 0)
                                .attempts(2)
                                .attempt(2, 0)
                                .started(2)
                                .events("job_created", "job_claimed", "job_succeeded")),
                broken(
                        Rule.REQUEUE,
                        Told.job(JobStatus.CANCELED, null, 0)
                                .attempts(1)
                                .attempt(1, null)
                                .events("job_created", "job_claimed", "job_requeued", "job_canceled")),
                broken(Rule.STARTED_ONCE, success().started(1)),
                broken(Rule.STARTED_ONCE, success().started(2)),
                broken(
                        Rule.STARTED_ONCE,
                        Told.job(JobStatus.SUCCESS, 0, 0)
                                .attempt(1, 0)
                                .events("job_created", "job_claimed", "job_succeeded")),
                broken(Rule.NO_OVERLAP, success().overlapped(1)),
                broken(
                        Rule.EXIT_CODE,
                        Told.job(JobStatus.SUCCESS, 0, 7)
                                .attempt(1, 0)
                                .started(1)
                                .events("job_created", "job_claimed", "job_succeeded")),
                broken(
                        Rule.EXIT_CODE,
                        Told.job(JobStatus.FAILED, 143, 7)
                                .attempt(1, 143)
                                .started(1)
                                .events("job_created", "job_claimed", "job_failed")),
                broken(
                        Rule.EXIT_CODE,
                        Told.job(JobStatus.FAILED, 7, 7)
                                .attempt(1, 8)
                                .started(1)
                                .events("job_created", "job_claimed", "job_failed")),
                broken(
                        Rule.EXIT_CODE,
                        Told.job(JobStatus.CANCELED, 5, 0)
                                .attempt(1, 5)
                                .started(1)
                                .events("job_created", "job_claimed", "job_cancel_requested", "job_canceled")),
                broken(
                        Rule.KNOWN_END,
                        Told.job(JobStatus.FAILED, null, 0)
                                .attempt(1, null)
                                .started(1)
                                .events("job_created", "job_claimed", "recovered_after_crash")),
                broken(Rule.TIMES, success().finishedAt(START.minusSeconds(1))),
                broken(Rule.TIMES, failure(3).unfinishedAttempt()),
                broken(Rule.CAP, success().cap(0)),
                broken(Rule.CANCEL_ANSWER, success().answered(JobStatus.CANCELED)),
                broken(Rule.CANCEL_ANSWER, success().answered(JobStatus.CANCEL_REQUESTED)),
                broken(Rule.NOTHING_LEFT, success().alive()),
                broken(
                        Rule.MOVES,
                        Told.job(JobStatus.CANCELED, null, 0)
                                .events("job_created", "job_cancel_requested", "job_canceled")),
                broken(Rule.MOVES, Told.job(JobStatus.CANCELED, null, 0).events("job_canceled")));
    }

    @Test
    void a_second_end_breaks_both_the_moves_and_the_one_end() {
        assertThat(Checker.check(success().events("job_failed").history()))
                .extracting(Violation::rule)
                .contains(Rule.ONE_END, Rule.MOVES);
        assertThat(Checker.check(success().events("job_succeeded").history(), Rule.MOVES))
                .extracting(Violation::rule)
                .containsOnly(Rule.ONE_END);
    }

    @Test
    void no_rule_is_without_a_history_that_breaks_it() {
        Set<Rule> shown = each_rule_can_be_broken()
                .map(arguments -> (Rule) arguments.get()[0])
                .collect(Collectors.toCollection(() -> EnumSet.of(Rule.ONE_END)));
        assertThat(shown).containsExactlyInAnyOrder(Rule.values());
    }

    private static Arguments broken(Rule rule, Told told) {
        return Arguments.of(rule, told);
    }

    private static Told success() {
        return Told.job(JobStatus.SUCCESS, 0, 0)
                .attempt(1, 0)
                .started(1)
                .events("job_created", "job_claimed", "job_adopted", "job_succeeded");
    }

    private static Told failure(int code) {
        return Told.job(JobStatus.FAILED, code, code)
                .attempt(1, code)
                .started(1)
                .events("job_created", "job_claimed", "job_failed");
    }

    private static Told requeued() {
        return Told.job(JobStatus.SUCCESS, 0, 0)
                .attempts(2)
                .attempt(1, null)
                .attempt(2, 0)
                .started(2)
                .events("job_created", "job_claimed", "attempt_lost", "job_requeued", "job_claimed", "job_succeeded");
    }

    private static Told givenBack() {
        return Told.job(JobStatus.SUCCESS, 0, 0)
                .attempt(1, 0)
                .started(1)
                .events("job_created", "job_claimed")
                .givenBack()
                .events("job_claimed", "job_succeeded");
    }

    /** One job's history in the making. */
    static final class Told {
        private JobRow job;
        private final Set<UUID> created = new HashSet<>(Set.of(JOB));
        private final List<AttemptRow> attempts = new ArrayList<>();
        private final List<EventRow> events = new ArrayList<>();
        private final List<Mark> starts = new ArrayList<>();
        private final List<Mark> overlaps = new ArrayList<>();
        private final List<CancelAnswer> cancels = new ArrayList<>();
        private final Set<UUID> alive = new HashSet<>();
        private int cap = 1;

        private Told(JobRow job) {
            this.job = job;
        }

        static Told job(JobStatus status, @Nullable Integer exitCode, int scriptCode) {
            return new Told(new JobRow(
                    JOB, status, exitCode, scriptCode, 0, 1, START, status.isTerminal() ? START : null, null));
        }

        /** The first one is counted by itself. */
        Told attempt(int number, @Nullable Integer exitCode) {
            attempts.add(new AttemptRow(JOB, number, START, START, exitCode));
            return job.attempts() == 0 ? attempts(1) : this;
        }

        /** So many were counted, and as many are allowed. */
        Told attempts(int count) {
            job = new JobRow(
                    JOB,
                    job.status(),
                    job.exitCode(),
                    job.scriptCode(),
                    count,
                    Math.max(1, count),
                    job.startedAt(),
                    job.finishedAt(),
                    job.lockedBy());
            return this;
        }

        Told finishedAt(Instant time) {
            job = new JobRow(
                    JOB,
                    job.status(),
                    job.exitCode(),
                    job.scriptCode(),
                    job.attempts(),
                    job.maxAttempts(),
                    job.startedAt(),
                    time,
                    job.lockedBy());
            return this;
        }

        Told heldBy(String worker) {
            job = new JobRow(
                    JOB,
                    job.status(),
                    job.exitCode(),
                    job.scriptCode(),
                    job.attempts(),
                    job.maxAttempts(),
                    job.startedAt(),
                    job.finishedAt(),
                    worker);
            return this;
        }

        Told unfinishedAttempt() {
            attempts.replaceAll(
                    row -> new AttemptRow(row.jobId(), row.attempt(), row.startedAt(), null, row.exitCode()));
            return this;
        }

        Told events(String... types) {
            for (String type : types) {
                event(type, false);
            }
            return this;
        }

        Told givenBack() {
            return event("job_requeued", true);
        }

        private Told event(String type, boolean givenBack) {
            events.add(new EventRow(events.size(), JOB, type, START.plusSeconds(events.size()), givenBack));
            return this;
        }

        Told promised(UUID id) {
            created.add(id);
            return this;
        }

        Told started(int attempt) {
            starts.add(new Mark(JOB, attempt));
            return this;
        }

        Told overlapped(int attempt) {
            overlaps.add(new Mark(JOB, attempt));
            return this;
        }

        Told answered(JobStatus told) {
            cancels.add(new CancelAnswer(JOB, told));
            return this;
        }

        Told alive() {
            alive.add(JOB);
            return this;
        }

        Told cap(int most) {
            cap = most;
            return this;
        }

        History history() {
            return new History(created, List.of(job), attempts, events, starts, overlaps, cancels, alive, cap);
        }

        @Override
        public String toString() {
            return job.status() + " " + events.stream().map(EventRow::type).toList();
        }
    }
}
