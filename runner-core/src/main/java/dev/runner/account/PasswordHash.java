package dev.runner.account;

import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An Argon2id hash with all that is needed to compute it again, in PHC form as a text.
 *
 * <p>The library can write and read that form too, but does so in the JVM's language: in a Turkish one it writes {@code
 * argon2ıd}, which no other replica could read.
 */
final class PasswordHash {
    static final int BYTES = 32;

    private static final Pattern SHAPE =
            Pattern.compile("\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,2})"
                    + "\\$([A-Za-z0-9+/]{11,64})\\$([A-Za-z0-9+/]{43})");

    private final PasswordCost cost;
    private final byte[] salt;
    private final byte[] hash;

    PasswordHash(PasswordCost cost, byte[] salt, byte[] hash) {
        this.cost = cost;
        this.salt = salt;
        this.hash = hash;
    }

    static PasswordHash parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalStateException("a stored password hash is not one of Argon2id");
        }
        var cost = new PasswordCost(number(matcher, 1), number(matcher, 2), number(matcher, 3));
        var decoder = Base64.getDecoder();
        return new PasswordHash(cost, decoder.decode(matcher.group(4)), decoder.decode(matcher.group(5)));
    }

    String text() {
        var encoder = Base64.getEncoder().withoutPadding();
        return "$argon2id$v=19$m=" + cost.memoryKib() + ",t=" + cost.iterations() + ",p=" + cost.parallelism() + "$"
                + encoder.encodeToString(salt) + "$" + encoder.encodeToString(hash);
    }

    PasswordCost cost() {
        return cost;
    }

    byte[] salt() {
        return salt;
    }

    boolean equalsBytes(byte[] computed) {
        return MessageDigest.isEqual(hash, computed);
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
