package dev.runner.log;

import java.nio.charset.StandardCharsets;

/**
 * The byte classes the rules are written in. Every delimiter is ASCII, so a mask that ends at one never cuts a
 * character in two, and bytes from 0x80 on count as part of a secret rather than as its end.
 */
final class ByteClasses {
    private static final String QUOTES = "\"'`<>";

    /** Ends a token; what RFC 6750 and the token formats use, and more, is not in it. */
    static final boolean[] TOKEN_END = blanksAnd(QUOTES + "()[]{},;|\\");

    /** Ends a webhook URL. Brackets, commas and backslashes are swallowed: JSON writes {@code https:\/\/}. */
    static final boolean[] URL_END = blanksAnd(QUOTES);

    /** Ends the user name between {@code ://} and the colon: then there is no password. */
    static final boolean[] USER_END = blanksAnd(QUOTES + "/?#@[](){},;|\\");

    /** Ends a password in a URL. */
    static final boolean[] PASSWORD_END = blanksAnd(QUOTES + "@");

    /** After one to five digits: they were a port, as in {@code http://host:8080: refused}. */
    static final boolean[] PORT_END = blanksAnd(QUOTES + "/?#.,;:()[]{}|\\");

    /** Directly after the colon: neither port nor password. */
    static final boolean[] NO_PORT_END = blanksAnd(QUOTES + "/@");

    static final boolean[] UPPER_OR_DIGIT = ranges("AZ09", "");
    static final boolean[] ALPHANUMERIC = ranges("AZaz09", "");
    static final boolean[] WORD = ranges("AZaz09", "_");
    /** Host name and port. */
    static final boolean[] HOST = ranges("AZaz09", "-.:");

    /** What keys and JSON web tokens are made of. */
    static final boolean[] KEY = ranges("AZaz09", "_-.");

    private ByteClasses() {}

    private static boolean[] blanksAnd(String more) {
        return ranges("\0 \u007f\u007f", more);
    }

    private static boolean[] ranges(String ends, String more) {
        var in = new boolean[256];
        for (int i = 0; i < ends.length(); i += 2) {
            for (int b = ends.charAt(i); b <= ends.charAt(i + 1); b++) {
                in[b] = true;
            }
        }
        for (byte b : more.getBytes(StandardCharsets.US_ASCII)) {
            in[b] = true;
        }
        return in;
    }

    static int fold(int b) {
        return b >= 'A' && b <= 'Z' ? b + ('a' - 'A') : b;
    }
}
