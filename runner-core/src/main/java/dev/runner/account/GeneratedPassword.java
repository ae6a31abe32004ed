package dev.runner.account;

import java.security.SecureRandom;

/** Passwords that nobody could know beforehand: 31 characters to the 25th, some 123 bits. */
final class GeneratedPassword {
    /** Without the characters that look like others: the password is read off a screen. */
    private static final String ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int GROUPS = 5;
    private static final int GROUP_LENGTH = 5;

    private GeneratedPassword() {}

    static String next() {
        var password = new StringBuilder();
        for (int i = 0; i < GROUPS * GROUP_LENGTH; i++) {
            if (i > 0 && i % GROUP_LENGTH == 0) {
                password.append('-');
            }
            password.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        return password.toString();
    }
}
