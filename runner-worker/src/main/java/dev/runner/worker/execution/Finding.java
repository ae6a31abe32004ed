package dev.runner.worker.execution;

import java.time.Instant;

/** What has become of an attempt. */
public sealed interface Finding {
    /** It is alive and can be watched and stopped by whoever found it. */
    record Running(ProcessIdentity identity) implements Finding {}

    /**
     * It ended by itself or was stopped.
     *
     * @param exitCode 128+n when signal n ended it
     * @param finishedAt by the clock of the host it ran on
     */
    record Ended(int exitCode, Instant finishedAt) implements Finding {}

    /**
     * It was started by a version that keeps other traces: it may run or have ended, and only such a version can tell.
     * Nothing may be done about it here.
     */
    record Foreign(String detail) implements Finding {}

    /** There is nothing to wait for, and nobody will ever know how it ended. */
    record Gone(Reason reason, String detail) implements Finding {}

    /** Why nothing is known of an attempt. */
    enum Reason {
        /** It was never started, and from now on cannot be. */
        NEVER_STARTED,
        /** It was killed together with what was to report its end. Whatever was left of it has been killed too. */
        DIED,
        /** Something of it cannot be ended, such as a process in uninterruptible sleep; it is not waited for. */
        STUCK,
        /** The host was started anew since. */
        REBOOTED,
        /** Started on another host or in another container: it may still run there, out of reach. */
        OUT_OF_REACH
    }
}
