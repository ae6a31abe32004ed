package dev.runner.job;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Where a job stands. The texts are stored, served and documented; they never change. */
public enum JobStatus {
    QUEUED("queued"),
    RUNNING("running"),
    CANCEL_REQUESTED("cancel_requested"),
    SUCCESS("success"),
    FAILED("failed"),
    CANCELED("canceled"),
    TIMEOUT("timeout");

    /** Those that count towards the queue's size: not finished yet. */
    public static final List<JobStatus> ACTIVE = List.of(QUEUED, RUNNING, CANCEL_REQUESTED);

    private final String text;

    JobStatus(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    public boolean isActive() {
        return ACTIVE.contains(this);
    }

    public boolean isTerminal() {
        return !isActive();
    }

    /** The status a database row names. The table's check makes any other text impossible. */
    public static JobStatus of(String text) {
        return find(text).orElseThrow(() -> new IllegalArgumentException("no such status: " + text));
    }

    public static Optional<JobStatus> find(String text) {
        return Arrays.stream(values()).filter(s -> s.text.equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}
