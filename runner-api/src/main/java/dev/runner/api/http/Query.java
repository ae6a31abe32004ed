package dev.runner.api.http;

import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The query parameters of a request, read one by one; see {@link Fields} for how problems are told. */
public final class Query {
    private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9a-fA-F]{2})");

    private final Map<String, List<String>> parameters;
    private final Set<String> known = new TreeSet<>();
    private final List<FieldProblem> problems = new ArrayList<>();

    public Query(Context ctx) {
        this.parameters = ctx.queryParamMap();
        String query = ctx.queryString();
        if (query != null && BROKEN_ESCAPE.matcher(query).find()) {
            // The framework leaves such a parameter out, and a filter that is left out shows everything.
            problem(
                    "query",
                    "holds a % that is not followed by two hexadecimal digits",
                    "%25 for the character itself");
        }
    }

    public long number(String name, long fallback, long min, long max) {
        String value = single(name);
        if (value == null) {
            return fallback;
        }
        // Digits only: Long.parseLong would also take "+5" and digits of other scripts.
        boolean digits = value.matches("-?[0-9]{1,18}");
        long number = digits ? Long.parseLong(value) : 0;
        if (!digits || number < min || number > max) {
            problem(
                    name,
                    digits ? "is out of range" : "is not a whole number",
                    "a whole number from %d to %d".formatted(min, max));
            return fallback;
        }
        return number;
    }

    public @Nullable String text(String name, int maxLength) {
        String value = single(name);
        if (value == null || value.isEmpty()) {
            return null;
        }
        if (value.length() > maxLength || !Texts.storable(value)) {
            problem(name, "is too long or not plain text", "a text of at most %d characters".formatted(maxLength));
            return null;
        }
        return value;
    }

    public @Nullable UUID uuid(String name) {
        String value = single(name);
        if (value == null) {
            return null;
        }
        UUID id = Texts.uuid(value);
        if (id == null) {
            problem(name, "is not a UUID", "a UUID");
        }
        return id;
    }

    public @Nullable Instant instant(String name) {
        String value = single(name);
        if (value == null) {
            return null;
        }
        // A plus sign that was not escaped arrives as a space; no time holds one.
        Instant instant = Fields.parseInstant(value.replace(' ', '+'));
        if (instant == null) {
            problem(name, "is not a time", Texts.TIME_ALLOWED);
        }
        return instant;
    }

    public boolean flag(String name, boolean fallback) {
        String value = single(name);
        if (value == null) {
            return fallback;
        }
        if (!value.equals("true") && !value.equals("false")) {
            problem(name, "is not a boolean", "true or false");
        }
        return value.equals("true");
    }

    /** Values given by repeating the parameter, separated by commas, or both. */
    public List<String> several(String name) {
        known.add(name);
        return parameters.getOrDefault(name, List.of()).stream()
                .flatMap(value -> List.of(value.split(",", -1)).stream())
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
    }

    public void problem(String parameter, String message, @Nullable String allowed) {
        problems.add(new FieldProblem(parameter, message, allowed));
    }

    /** Throws when anything was wrong; a misspelt filter must not silently return everything. */
    public void finish() {
        for (String name : new TreeSet<>(parameters.keySet())) {
            if (!known.contains(name)) {
                problem(
                        Texts.excerpt(name),
                        "is not a parameter of this request",
                        known.isEmpty() ? null : String.join(", ", known));
            }
        }
        if (!problems.isEmpty()) {
            throw Problem.invalid(problems);
        }
    }

    private @Nullable String single(String name) {
        known.add(name);
        List<String> values = parameters.getOrDefault(name, List.of());
        if (values.size() > 1) {
            problem(name, "is given more than once", null);
        }
        return values.isEmpty() ? null : values.getFirst();
    }
}
