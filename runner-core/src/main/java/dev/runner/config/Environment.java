package dev.runner.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Named values of the process environment, read once, with every problem kept until {@link #finish}.
 *
 * <p>Not thread-safe: one loader reads it at start. Variables that begin with {@code RUNNER_} and that nobody asked for
 * are problems too, because a misspelt limit would otherwise silently be the default.
 */
public final class Environment {
    private static final String PREFIX = "RUNNER_";

    private final Map<String, String> values;
    private final Map<String, String> givenAs;
    private final Set<String> asked = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    public Environment(Map<String, String> values) {
        this(values, Map.of());
    }

    /**
     * The same for values that did not all come from variables.
     *
     * @param givenAs what the user typed instead of some of the names, such as {@code --queues}; problems speak of that
     */
    public Environment(Map<String, String> values, Map<String, String> givenAs) {
        this.values = Map.copyOf(values);
        this.givenAs = Map.copyOf(givenAs);
    }

    /** The value, or null when it is absent or blank: an empty variable means "not set" to every shell user. */
    public @Nullable String text(String name) {
        asked.add(name);
        String value = values.get(name);
        return value == null || value.isBlank() ? null : value.strip();
    }

    public String text(String name, String fallback) {
        String value = text(name);
        return value == null ? fallback : value;
    }

    public String required(String name, String why) {
        String value = text(name);
        if (value == null) {
            problems.add("%s is not set: %s".formatted(spoken(name), why));
            return "";
        }
        return value;
    }

    public Secret secret(String name) {
        return Secret.of(text(name, ""));
    }

    public int integer(String name, int fallback, int min, int max) {
        return parsed(
                name,
                fallback,
                value -> {
                    int number = Integer.parseInt(value);
                    if (number < min || number > max) {
                        throw new IllegalArgumentException("out of range");
                    }
                    return number;
                },
                "a whole number from %d to %d".formatted(min, max));
    }

    public boolean flag(String name, boolean fallback) {
        return parsed(
                name,
                fallback,
                value -> switch (value) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw new IllegalArgumentException("not a boolean");
                },
                "true or false");
    }

    public Duration seconds(String name, Duration fallback, int min, int max) {
        return Duration.ofSeconds(integer(name, (int) fallback.toSeconds(), min, max));
    }

    /** Any other shape; {@code allowed} completes the sentence "must be …". */
    public <T> T parsed(String name, T fallback, Function<String, T> parser, String allowed) {
        return parsed(
                name, fallback, parser, value -> "%s must be %s but is '%s'".formatted(spoken(name), allowed, value));
    }

    /** The same for a value that may hold a secret, such as an address with a password: it is not repeated. */
    public <T> T parsedSecretly(String name, T fallback, Function<String, T> parser, String allowed) {
        return parsed(name, fallback, parser, value -> "%s must be %s".formatted(spoken(name), allowed));
    }

    private <T> T parsed(String name, T fallback, Function<String, T> parser, UnaryOperator<String> problem) {
        String value = text(name);
        if (value == null) {
            return fallback;
        }
        try {
            return parser.apply(value);
        } catch (IllegalArgumentException e) {
            problems.add(problem.apply(value));
            return fallback;
        }
    }

    private String spoken(String name) {
        return givenAs.getOrDefault(name, name);
    }

    public void problem(String text) {
        problems.add(text);
    }

    /** Names that another process of the same installation reads; this one accepts them without looking. */
    public void alsoKnown(Set<String> names) {
        asked.addAll(names);
    }

    /** Builds the result, or throws one exception with everything that was wrong. */
    public <T> T finish(Supplier<T> result) {
        for (String name : new TreeSet<>(values.keySet())) {
            if (name.startsWith(PREFIX) && !asked.contains(name)) {
                problems.add("%s is not a setting; see .env.example for those that are".formatted(name));
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigException(problems);
        }
        try {
            return result.get();
        } catch (IllegalArgumentException e) {
            throw new ConfigException(List.of(String.valueOf(e.getMessage())));
        }
    }
}
