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
        if (run.wish() == JobRun.Wish.FENCED) {
            return lost("heartbeat_stale_recovered", FENCED, provider, now);
        }
        return switch (ending.finding()) {
            case Finding.Ended(int exitCode, Instant finishedAt) -> ended(run, ending, exitCode, finishedAt, provider);
            case Finding.Gone(var reason, String detail) ->
                lost("recovered_after_crash", "lost without a trace: " + detail, provider, now);
            case Finding.Running running -> throw new IllegalArgumentException("it has not ended: " + running);
        };
    }

    private static List<Finish> ended(JobRun run, Ending ending, int code, Instant at, String provider) {
        Finish canceled = finish(
                Transition.CONFIRM_CANCEL,
                "job_canceled",
                "everything it started has ended",
                code,
                null,
                at,
                result(Status.CANCELLED, code, at, new Failure(ErrorCode.CANCELLED, "canceled"), provider));
        Finish ended;
        if (run.wish() == JobRun.Wish.TIMEOUT) {
            String error = "it ran longer than its %d s".formatted(run.timeLimitSeconds());
            ended = finish(
                    Transition.TIME_OUT,
                    "job_timeout",
                    error,
                    code,
                    error,
                    at,
                    result(Status.TIMEOUT, code, at, new Failure(ErrorCode.TIMEOUT, error), provider));
        } else if (ending.stoppedBy().isPresent()) {
            ended = failed(explain(ending.stoppedBy().get(), code), code, at, provider);
        } else if (code == 0) {
            ended = finish(
                    Transition.SUCCEED,
                    "job_succeeded",
                    "ended with exit code 0",
                    0,
                    null,
                    at,
                    result(Status.SUCCESS, 0, at, null, provider));
        } else {
            ended = failed("ended with exit code " + code, code, at, provider);
        }
        return List.of(ended, canceled);
    }

    private static String explain(Ending.Limit limit, int code) {
        return switch (limit) {
            case LOG_LIMIT -> "its log reached the size limit";
            case MEMORY_LIMIT ->
                "out of memory: it used more than a job may, and the kernel ended processes of it; exit code " + code;
            case MEMORY_SHORTAGE ->
                "out of memory: it was killed while the kernel ended processes because the machine had none left;"
                        + " exit code " + code;
        };
    }

    private static Finish failed(String error, int code, Instant at, String provider) {
        return finish(
                Transition.FAIL,
                "job_failed",
                error,
                code,
                error,
                at,
                result(Status.FAILED, code, at, new Failure(ErrorCode.EXECUTION_ERROR, error), provider));
    }

    /** Nobody will ever know how it ended. */
    static List<Finish> lost(String eventType, String error, String provider, Instant now) {
        return unstarted(eventType, error, Status.INFRA_ERROR, ErrorCode.INFRA_ERROR, provider, now);
    }

    /** It was canceled between its claim and its start. */
    static List<Finish> canceledUnstarted(String provider, Instant now) {
        String result = result(Status.CANCELLED, null, now, new Failure(ErrorCode.CANCELLED, "canceled"), provider);
        return List.of(
                finish(Transition.CONFIRM_CANCEL, "job_canceled", "it had not been started", null, null, null, result));
    }

    /** Nothing was started. */
    static List<Finish> refused(String error, ErrorCode code, String provider, Instant now) {
        return unstarted("job_failed", error, Status.DISPATCH_FAILED, code, provider, now);
    }

    private static List<Finish> unstarted(
            String eventType, String error, Status status, ErrorCode code, String provider, Instant now) {
        String result = result(status, null, now, new Failure(code, error), provider);
        return List.of(
                finish(Transition.FAIL, eventType, error, null, error, null, result),
                finish(Transition.FAIL_WHILE_CANCELING, eventType, error, null, error, null, result));
    }

    private static Finish finish(
            Transition move,
            String event,
            String message,
            @Nullable Integer code,
            @Nullable String error,
            @Nullable Instant at,
            String result) {
        return new Finish(move, event, message, code, error, at, result);
    }

    private static String result(
            Status status, @Nullable Integer code, Instant at, @Nullable Failure failure, String provider) {
        return new ExecutionResult(status, code, null, at, failure, Map.of("provider", provider)).toJson();
    }
}
