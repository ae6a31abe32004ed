package dev.runner.account;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A refresh token: what all tokens of its session share, and what is its own. The successor follows from the token and a
 * salt the session keeps, so that whoever brings the same token twice is given the same successor.
 */
record RefreshToken(String family, String own) {
    private static final Pattern SHAPE = Pattern.compile("([A-Za-z0-9_-]{43})\\.([A-Za-z0-9_-]{43})");

    static RefreshToken first() {
        return new RefreshToken(Tokens.random(), Tokens.random());
    }

    static @Nullable RefreshToken parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        return matcher.matches() ? new RefreshToken(matcher.group(1), matcher.group(2)) : null;
    }

    RefreshToken successor(String salt) {
        return new RefreshToken(family, Tokens.derive(own, salt));
    }

    String familyHash() {
        return Tokens.hash(family);
    }

    String hash() {
        return Tokens.hash(text());
    }

    String text() {
        return family + "." + own;
    }

    @Override
    public String toString() {
        return "RefreshToken[***]";
    }
}
