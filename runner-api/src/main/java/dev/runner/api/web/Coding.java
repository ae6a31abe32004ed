package dev.runner.api.web;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A form in which the build may have stored a file once more, smaller; the best first. */
enum Coding {
    BROTLI("br", ".br"),
    GZIP("gzip", ".gz");

    private final String token;
    private final String ending;

    Coding(String token, String ending) {
        this.token = token;
        this.ending = ending;
    }

    /** Its name in HTTP. */
    String token() {
        return token;
    }

    /** What is added to a file's name. */
    String ending() {
        return ending;
    }

    /** The coding that a file of this name is in; empty for a plain one. */
    static Optional<Coding> ofFile(String name) {
        return List.of(values()).stream()
                .filter(coding -> name.endsWith(coding.ending))
                .findFirst();
    }

    /** Whether a client that sent this header takes it (RFC 9110, 12.5.3): named, or covered by a star, and not refused. */
    boolean isAcceptedBy(@Nullable String acceptEncoding) {
        if (acceptEncoding == null) {
            return false;
        }
        boolean byStar = false;
        for (String element : acceptEncoding.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] parts = element.split(";", 2);
            String name = parts[0].strip();
            boolean refused = parts.length > 1 && isZero(parts[1]);
            if (name.equals(token)) {
                return !refused;
            }
            byStar |= name.equals("*") && !refused;
        }
        return byStar;
    }

    private static boolean isZero(String weight) {
        return weight.strip().matches("q\\s*=\\s*0(\\.0{0,3})?");
    }
}
