package dev.runner.log;

/**
 * Tells the password of {@code scheme://user:password@host} from the port of {@code scheme://host:port} without waiting
 * for an {@code @} that may never come: a port is at most five digits, so the first byte that fits no port decides.
 * Not thread-safe.
 */
final class UrlPassword {
    private static final int NOWHERE = 0;
    private static final int IN_USER = 1;
    /** And more by one for each digit seen. */
    private static final int AFTER_COLON = 2;

    private static final int MAX_PORT_DIGITS = 5;

    private int state = NOWHERE;

    /** {@code ://} has been read. */
    void start() {
        state = IN_USER;
    }

    boolean isIdle() {
        return state == NOWHERE;
    }

    /** How many of the last bytes are digits of a port or password. */
    int undecided() {
        return Math.max(0, state - AFTER_COLON);
    }

    int state() {
        return state;
    }

    void resume(int saved) {
        state = saved;
    }

    /** Whether {@code b}, the newest byte held, is part of a password; the digits before it are masked here. */
    boolean next(int b, HeldBytes held) {
        if (state == NOWHERE) {
            return false;
        }
        if (state == IN_USER) {
            state = b == ':' ? AFTER_COLON : ByteClasses.USER_END[b] ? NOWHERE : IN_USER;
            return false;
        }
        int digits = state - AFTER_COLON;
        if (b >= '0' && b <= '9' && digits < MAX_PORT_DIGITS) {
            state++;
            return false;
        }
        state = NOWHERE;
        if (b == '@') {
            held.mask(digits + 1, 1);
            return false;
        }
        if (digits == 0 ? ByteClasses.NO_PORT_END[b] : ByteClasses.PORT_END[b]) {
            return false;
        }
        held.mask(digits + 1, 0);
        return true;
    }
}
