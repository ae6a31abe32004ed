package dev.runner.log;

/**
 * Tells the password of {@code scheme://user:password@host} from the port of {@code scheme://host:port} without waiting
 * for an {@code @} that may never come: a port is at most five digits, so the first byte that fits no port decides.
 * Programs take the last {@code @} for the one before the host, so what looks like a host is held back until no other
 * can follow. Not thread-safe.
 */
final class UrlPassword {
    private static final int NOWHERE = 0;
    private static final int IN_USER = 1;
    /** And more by one for each digit seen. */
    private static final int AFTER_COLON = 2;

    private static final int MAX_PORT_DIGITS = 5;
    private static final int STATE_BITS = 8;

    private int state = NOWHERE;
    /** Bytes since the {@code @} that ended a user or password, with it; 0 when there was none or the host has ended. */
    private int afterAt;

    /** {@code ://} has been read. */
    void start() {
        state = IN_USER;
    }

    boolean isIdle() {
        return (state | afterAt) == 0;
    }

    /** How many of the last bytes may be part of a password. */
    int undecided() {
        return Math.max(afterAt, state - AFTER_COLON);
    }

    int state() {
        return state | (afterAt << STATE_BITS);
    }

    void resume(int saved) {
        state = saved & ((1 << STATE_BITS) - 1);
        afterAt = saved >>> STATE_BITS;
    }

    /**
     * Follows the host after a password; {@code ended} says that {@code b} is the {@code @} that ended one. True when it
     * is too long for a host, so that the password goes on.
     */
    boolean nextOfHost(int b, boolean ended, HeldBytes held) {
        boolean goesOn = false;
        if (ended || (afterAt > 0 && b == '@')) {
            held.mask(afterAt + 1, 1);
            afterAt = 1;
        } else if (afterAt == 0 || ByteClasses.USER_END[b]) {
            afterAt = 0;
        } else if (afterAt++ == Redactor.MAX_HOST) {
            held.mask(afterAt, 0);
            afterAt = 0;
            goesOn = true;
        }
        return goesOn;
    }

    /** Whether {@code b}, the newest byte held, is part of a password; the digits before it are masked here. */
    boolean next(int b, HeldBytes held) {
        if (state == NOWHERE) {
            return false;
        }
        if (state == IN_USER) {
            state = b == ':' ? AFTER_COLON : ByteClasses.USER_END[b] ? NOWHERE : IN_USER;
            afterAt = b == '@' ? 1 : afterAt;
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
            afterAt = 1;
            return false;
        }
        if (digits == 0 ? ByteClasses.NO_PORT_END[b] : ByteClasses.PORT_END[b]) {
            return false;
        }
        held.mask(digits + 1, 0);
        return true;
    }
}
