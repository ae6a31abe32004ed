package dev.runner.diagnostics;

import org.jspecify.annotations.Nullable;

/**
 * Something about the installation that somebody should look at.
 *
 * @param message what is wrong, in words
 * @param hint what to do about it
 */
public record HealthProblem(
        Code code,
        Severity severity,
        String message,
        @Nullable String hint) {
    /** The more severe first. The texts are part of the API. */
    public enum Severity {
        /** Jobs do not run, or soon will not. */
        ERROR("error"),
        /** Jobs run, but something is not as it should be. */
        WARNING("warning");

        private final String text;

        Severity(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }

    /** In the order in which they are told. The texts are part of the API. */
    public enum Code {
        NO_WORKER("no_worker"),
        NO_LAUNCHER("no_launcher"),
        SCHEMA_MISMATCH("schema_mismatch"),
        QUEUE_STALLED("queue_stalled"),
        QUEUE_UNSERVED("queue_unserved"),
        WORKER_REFUSING("worker_refusing"),
        WORKER_SILENT("worker_silent"),
        DISK_LOW("disk_low"),
        QUEUE_NEARLY_FULL("queue_nearly_full"),
        VERSION_MISMATCH("version_mismatch");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
