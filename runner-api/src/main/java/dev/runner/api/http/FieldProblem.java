package dev.runner.api.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One thing wrong with one field of a request. The refused value itself is not repeated: it may be huge or secret.
 *
 * @param field the path in the body, the name of the query parameter, or the header
 * @param message what is wrong, e.g. {@code is out of range}
 * @param allowed what would be accepted, e.g. {@code a whole number from 1 to 200}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record FieldProblem(
        String field, String message, @Nullable String allowed) {

    String sentence() {
        return allowed == null ? field + " " + message : "%s %s; allowed: %s".formatted(field, message, allowed);
    }
}
