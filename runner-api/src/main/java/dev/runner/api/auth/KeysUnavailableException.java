package dev.runner.api.auth;

/** The identity provider's keys cannot be had. Catch it to answer that the caller should try again. */
final class KeysUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    KeysUnavailableException(String message) {
        super(message);
    }
}
