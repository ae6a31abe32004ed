package dev.runner.account;

import java.time.Duration;

/**
 * How many failed logins one window of time allows. The first is what stops guessing; the others stop guessing from many
 * places and of many people, and are wide enough that a stranger can hardly keep someone else out.
 */
public record LoginLimits(int byPersonAndAddress, int byAddress, int byPerson, int inTotal, Duration window) {
    public static final LoginLimits DEFAULT = new LoginLimits(5, 50, 100, 1000, Duration.ofMinutes(15));

    public LoginLimits {
        if (byPersonAndAddress < 1 || byAddress < 1 || byPerson < 1 || inTotal < 1 || window.toSeconds() < 1) {
            throw new IllegalArgumentException("limits and window must be positive");
        }
    }
}
