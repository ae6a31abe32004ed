package dev.runner.job;

import org.jspecify.annotations.Nullable;

/**
 * Why a job has not started, in words.
 *
 * @param position its place among those that could start now; null when it could not
 */
public record Waiting(Reason reason, @Nullable Long position, String detail) {
    /** The texts are part of the API. */
    public enum Reason {
        QUEUE_POSITION("queue_position"),
        CONCURRENCY_LIMIT("concurrency_limit"),
        SCRIPT_LIMIT("script_limit"),
        NO_ACTIVE_WORKER("no_active_worker"),
        NOT_BEFORE("not_before"),
        WORKER_REFUSING("worker_refusing");

        private final String text;

        Reason(String text) {
            this.text = text;
        }

        public String text() {
            return text;
        }
    }
}
