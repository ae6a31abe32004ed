package dev.runner.job;

/** The database refused or was away. There is nothing to do but to report it; the cause says which. */
public final class JobStoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public JobStoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
