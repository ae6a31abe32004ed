package dev.runner.worker.launcher;

import dev.runner.job.Transition;
import dev.runner.queue.Finish;
import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.ExecutionResult;
import dev.runner.worker.execution.ExecutionResult.ErrorCode;
import dev.runner.worker.execution.ExecutionResult.Failure;
import dev.runner.worker.execution.ExecutionResult.Status;
import dev.runner.worker.execution.Finding;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which moves record an end, in the order they are to be tried: a person may ask for a cancel at any moment, so each end
 * has a second form for a job that is being canceled by then.
 */
final class Endings {
    private static final String FENCED = "the worker could not reach the database for nearly as long as a lease lasts,"
            + " and ended the job before another worker could take it over";

    private Endings() {}

    static List<Finish> of(JobRun run, Ending ending, String provider, Instant now) {
        var origin = new Origin(provider, ending.leaked());
        if (run.wish() == JobRun.Wish.FENCED && ending.leaked().isEmpty()) {
            return lost("heartbeat_stale_recovered", FENCED, provider, now);
        }
        return switch (ending.finding()) {
            case Finding.Ended(int exitCode, Instant finishedAt) -> ended(run, ending, exitCode, finishedAt, origin);
            case Finding.Gone(var reason, var _) when reason == Finding.Reason.STUCK -> stuck(origin, now);
            case Finding.Gone(var reason, String detail) ->
                lost("recovered_after_crash", "lost without a trace: " + detail, provider, now);
            case Finding.Running running -> throw new IllegalArgumentException("it has not ended: " + running);
            case Finding.Foreign foreign -> throw new IllegalArgumentException("nobody knows its end: " + foreign);
        };
    }

    /**
     * Where it ran, and what is left of it there.
     *
     * @param leaked processes that nobody could end
     */
    private record Origin(String provider, List<Long> leaked) {
        static Origin clean(String provider) {
            return new Origin(provider, List.of());
        }

        /** To be said at the end of every message. */
        String remark() {
            return leaked.isEmpty() ? "" : "; its processes %s could not be ended".formatted(leaked);
        }

        Map<String, String> metadata() {
            return leaked.isEmpty()
                    ? Map.of("provider", provider)
                    : Map.of("provider", provider, "leaked_pids", leaked.toString());
        }
    }

    /** It is told, and not waited for: whoever sleeps uninterruptibly may do so for days. */
    private static List<Finish> stuck(Origin origin, Instant now) {
        return unstarted(
                "job_failed",
                "stuck: it could not be ended, as if in uninterruptible sleep, and keeps no slot" + origin.remark(),
                Status.INFRA_ERROR,
                ErrorCode.INFRA_ERROR,
                origin,
                now);
    }

    /** Whether it was ended because its time was over, by this worker or by one before it. */
    static boolean isTimeout(JobRun run, Ending ending) {
        return run.wish() == JobRun.Wish.TIMEOUT
                || ending.stoppedBy().filter(Ending.Limit.TIME_LIMIT::equals).isPresent();
    }

    private static List<Finish> ended(JobRun run, Ending ending, int code, Instant at, Origin provider) {
        Finish canceled = finish(
                Transition.CONFIRM_CANCEL,
                "job_canceled",
                (provider.leaked().isEmpty() ? "everything it started has ended" : "it has ended") + provider.remark(),
                code,
                null,
                at,
                result(Status.CANCELLED, code, at, new Failure(ErrorCode.CANCELLED, "canceled"), provider),
                provider);
        Finish ended;
        if (isTimeout(run, ending)) {
            String error = "it ran longer than its %d s".formatted(run.timeLimitSeconds()) + provider.remark();
            ended = finish(
                    Transition.TIME_OUT,
                    "job_timeout",
                    error,
                    code,
                    error,
                    at,
                    result(Status.TIMEOUT, code, at, new Failure(ErrorCode.TIMEOUT, error), provider),
                    provider);
        } else if (ending.stoppedBy().isPresent()) {
            ended = failed(explain(ending.stoppedBy().get(), code), code, at, provider);
        } else if (code == 0) {
            ended = finish(
                    Transition.SUCCEED,
                    "job_succeeded",
                    "ended with exit code 0" + provider.remark(),
                    0,
                    null,
                    at,
                    result(Status.SUCCESS, 0, at, null, provider),
                    provider);
        } else {
            ended = failed("ended with exit code " + code, code, at, provider);
        }
        return List.of(ended, canceled);
    }

    private static String explain(Ending.Limit limit, int code) {
        return switch (limit) {
            case TIME_LIMIT -> "it ran longer than it may; exit code " + code;
            case LOG_LIMIT -> "its log reached the size limit";
            case MEMORY_LIMIT ->
                "out of memory: it used more than a job may, and the kernel ended processes of it; exit code " + code;
            case MEMORY_SHORTAGE ->
                "out of memory: it was killed while the kernel ended processes because the machine had none left;"
                        + " exit code " + code;
        };
    }

    private static Finish failed(String reason, int code, Instant at, Origin provider) {
        String error = reason + provider.remark();
        return finish(
                Transition.FAIL,
                "job_failed",
                error,
                code,
                error,
                at,
                result(Status.FAILED, code, at, new Failure(ErrorCode.EXECUTION_ERROR, error), provider),
                provider);
    }

    /** Of an end that could not be written as it was: nothing of it but the exit code. */
    static List<Finish> refusedByDatabase(Finish end) {
        String error = "its end could not be written down, because the database refused it; the worker's log says why";
        Finish failed = new Finish(
                Transition.FAIL, "job_failed", error, end.exitCode(), error, end.finishedAt(), null, end.leaked());
        return List.of(
                failed,
                new Finish(
                        Transition.FAIL_WHILE_CANCELING,
                        "job_failed",
                        error,
                        end.exitCode(),
                        error,
                        end.finishedAt(),
                        null,
                        end.leaked()));
    }

    /** Nobody will ever know how it ended. */
    static List<Finish> lost(String eventType, String error, String provider, Instant now) {
        return unstarted(eventType, error, Status.INFRA_ERROR, ErrorCode.INFRA_ERROR, Origin.clean(provider), now);
    }

    /** It was canceled between its claim and its start. */
    static List<Finish> canceledUnstarted(String provider, Instant now) {
        var origin = Origin.clean(provider);
        String result = result(Status.CANCELLED, null, now, new Failure(ErrorCode.CANCELLED, "canceled"), origin);
        return List.of(finish(
                Transition.CONFIRM_CANCEL,
                "job_canceled",
                "it had not been started",
                null,
                null,
                null,
                result,
                origin));
    }

    /** Nothing was started. */
    static List<Finish> refused(String error, ErrorCode code, String provider, Instant now) {
        return unstarted("job_failed", error, Status.DISPATCH_FAILED, code, Origin.clean(provider), now);
    }

    private static List<Finish> unstarted(
            String eventType, String error, Status status, ErrorCode code, Origin provider, Instant now) {
        String result = result(status, null, now, new Failure(code, error), provider);
        return List.of(
                finish(Transition.FAIL, eventType, error, null, error, null, result, provider),
                finish(Transition.FAIL_WHILE_CANCELING, eventType, error, null, error, null, result, provider));
    }

    private static Finish finish(
            Transition move,
            String event,
            String message,
            @Nullable Integer code,
            @Nullable String error,
            @Nullable Instant at,
            String result,
            Origin origin) {
        return new Finish(move, event, message, code, error, at, result, origin.leaked());
    }

    private static String result(
            Status status, @Nullable Integer code, Instant at, @Nullable Failure failure, Origin origin) {
        return new ExecutionResult(status, code, null, at, failure, origin.metadata()).toJson();
    }
}
