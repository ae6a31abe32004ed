package dev.runner.account;

/** More passwords wait to be hashed than this replica can do in time. Catch it to tell the caller to come back soon. */
public final class PasswordsBusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PasswordsBusyException() {
        super("too many passwords are being checked just now", null, false, false);
    }
}
