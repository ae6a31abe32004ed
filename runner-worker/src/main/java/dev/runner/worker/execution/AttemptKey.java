package dev.runner.worker.execution;

import java.util.Optional;
import java.util.UUID;

/** Names one start of a job. Never used twice: a retry is another attempt. */
public record AttemptKey(UUID jobId, int attempt) {
    private static final int UUID_LENGTH = 36;

    public AttemptKey {
        if (attempt < 1) {
            throw new IllegalArgumentException("attempts are counted from 1, not " + attempt);
        }
    }

    /** Reads what {@link #toString} wrote; empty for anything else. */
    public static Optional<AttemptKey> parse(String text) {
        if (text.length() < UUID_LENGTH + 2 || text.charAt(UUID_LENGTH) != '-') {
            return Optional.empty();
        }
        try {
            var key = new AttemptKey(
                    UUID.fromString(text.substring(0, UUID_LENGTH)), Integer.parseInt(text.substring(UUID_LENGTH + 1)));
            return key.toString().equals(text) ? Optional.of(key) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** {@code {job_id}-{attempt}}, the name of whatever is made for this attempt. */
    @Override
    public String toString() {
        return jobId + "-" + attempt;
    }
}
