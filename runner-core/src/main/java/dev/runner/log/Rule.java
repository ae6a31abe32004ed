package dev.runner.log;

import java.nio.charset.StandardCharsets;

/**
 * One pattern and what its completion means.
 *
 * @param pattern the bytes to find; lower case when the kind is found without regard to case
 * @param afterWord whether the pattern also counts directly after a word character
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never written
record Rule(byte[] pattern, Kind kind, boolean afterWord) {
    enum Kind {
        /** The pattern and nothing else is the secret. */
        LITERAL(false),
        /** Pattern, at least one token byte, on to the end of the token: all of it masked. */
        TOKEN(false),
        /** Pattern, then {@link Redactor#TAIL_LENGTH} bytes of a class, on to the end of the token. */
        UPPER_TAIL(false),
        ALPHANUMERIC_TAIL(false),
        KEY_TAIL(false),
        /** From the first line of a private key to its last. */
        KEY_BEGIN(false),
        KEY_END(false),
        /** Pattern and blanks stay, the token after them is masked. */
        BEARER(true),
        /** As TOKEN, to the end of the URL. */
        URL(true),
        /** As URL, and the host name in front is masked, too. */
        URL_OF_HOST(true),
        /** Where a host name starts that may turn out to be one of {@link #URL_OF_HOST}. */
        HOST(true),
        /** Where {@code user:password@} may follow. */
        USER(true);

        private final boolean ignoresCase;

        Kind(boolean ignoresCase) {
            this.ignoresCase = ignoresCase;
        }

        boolean ignoresCase() {
            return ignoresCase;
        }
    }

    static Rule of(String pattern, Kind kind) {
        return new Rule(pattern.getBytes(StandardCharsets.UTF_8), kind, true);
    }

    static Rule notAfterWord(String pattern, Kind kind) {
        return new Rule(pattern.getBytes(StandardCharsets.UTF_8), kind, false);
    }
}
