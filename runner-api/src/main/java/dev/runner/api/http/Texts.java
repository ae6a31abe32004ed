package dev.runner.api.http;

import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Small readers of text that comes from outside. */
public final class Texts {
    static final String TIME_ALLOWED = "an ISO-8601 time with an offset, such as 2026-01-31T08:00:00Z";
    /** Years that every client writes with four digits, and PostgreSQL stores. */
    static final Instant MIN_TIME = Instant.parse("1970-01-01T00:00:00Z");

    static final Instant MAX_TIME = Instant.parse("9999-12-31T23:59:59Z");

    private static final Pattern UUID_TEXT =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final int EXCERPT = 64;

    private Texts() {}

    /** The id, or null for anything but the full form: {@link UUID#fromString} alone also takes {@code 1-1-1-1-1}. */
    public static @Nullable UUID uuid(String text) {
        return UUID_TEXT.matcher(text).matches() ? UUID.fromString(text) : null;
    }

    /** Whether PostgreSQL can store it: no NUL, no half of a surrogate pair. */
    public static boolean storable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0) {
                return false;
            }
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /** A name from outside, fit to be repeated in a message: short and printable. */
    static String excerpt(String name) {
        String shortened = name.length() > EXCERPT ? name.substring(0, EXCERPT) + "…" : name;
        return shortened.replaceAll("[\\p{Cntrl}\\p{Cs}]", "\uFFFD");
    }
}
