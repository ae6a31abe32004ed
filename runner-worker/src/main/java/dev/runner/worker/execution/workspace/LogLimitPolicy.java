package dev.runner.worker.execution.workspace;

/** What happens to a job whose log has reached its largest size. Either way the log says so, in one line. */
public enum LogLimitPolicy {
    /** It is stopped. */
    STOP,
    /** It goes on, and what it writes from then on is thrown away. */
    DISCARD
}
