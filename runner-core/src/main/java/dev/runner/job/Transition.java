package dev.runner.job;

import java.util.List;

/**
 * The moves a job can make; nothing else changes a status. The guard of every statement, the documentation and the
 * tests are derived from this table.
 */
public enum Transition {
    CLAIM(JobStatus.QUEUED, JobStatus.RUNNING, Mover.WORKER, "a free slot takes the oldest waiting job"),
    REFUSE(
            JobStatus.QUEUED,
            JobStatus.FAILED,
            Mover.WORKER,
            "its row cannot be claimed, because somebody changed it by hand; nothing is started"),
    CANCEL(JobStatus.QUEUED, JobStatus.CANCELED, Mover.API, "a person cancels a job that has not started"),
    REQUEST_CANCEL(
            JobStatus.RUNNING, JobStatus.CANCEL_REQUESTED, Mover.API, "a person asks for the end of a running job"),
    SUCCEED(JobStatus.RUNNING, JobStatus.SUCCESS, Mover.WORKER, "the script ended with exit code 0"),
    FAIL(JobStatus.RUNNING, JobStatus.FAILED, Mover.WORKER, "the script ended otherwise, or was lost for good"),
    TIME_OUT(JobStatus.RUNNING, JobStatus.TIMEOUT, Mover.WORKER, "the script ran longer than allowed and was ended"),
    CONFIRM_CANCEL(
            JobStatus.CANCEL_REQUESTED, JobStatus.CANCELED, Mover.WORKER, "everything the script started has ended"),
    FAIL_WHILE_CANCELING(
            JobStatus.CANCEL_REQUESTED, JobStatus.FAILED, Mover.WORKER, "the job was lost before its end was seen"),
    REQUEUE(
            JobStatus.RUNNING,
            JobStatus.QUEUED,
            Mover.WORKER,
            "a lost attempt is tried again, while attempts < max_attempts");

    /** Which of the two deployables makes the move. */
    public enum Mover {
        API,
        WORKER
    }

    private final JobStatus from;
    private final JobStatus to;
    private final Mover mover;
    private final String meaning;

    Transition(JobStatus from, JobStatus to, Mover mover, String meaning) {
        this.from = from;
        this.to = to;
        this.mover = mover;
        this.meaning = meaning;
    }

    public JobStatus from() {
        return from;
    }

    public JobStatus to() {
        return to;
    }

    public Mover mover() {
        return mover;
    }

    /** When it happens, for the documentation. */
    public String meaning() {
        return meaning;
    }

    public static List<Transition> from(JobStatus status) {
        return List.of(values()).stream().filter(t -> t.from == status).toList();
    }
}
