package dev.runner.registry;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** An argument a script takes: what a form shows for it and which values are allowed. */
public sealed interface Argument {
    /** Both limits of an {@code int} stay within what a browser's number holds exactly (2^53 - 1). */
    long MAX_EXACT = 9_007_199_254_740_991L;

    /** Above this a value belongs in a file of the repo, not on a command line; it also bounds the pattern's work. */
    int MAX_TEXT_LENGTH = 4096;

    ArgumentInfo info();

    /** The value used when the request gives none; empty means that the argument is then left out. */
    Optional<ArgumentValue> defaultValue();

    /** The type's name in the registry file and in the API. */
    String type();

    /** What is allowed, for people: {@code a whole number from 1 to 10}. */
    String allowed();

    default String name() {
        return info().name();
    }

    default String label() {
        return info().label();
    }

    default Optional<String> help() {
        return info().help();
    }

    default boolean required() {
        return info().required();
    }

    /** Whether some value stands for this argument in every command line. */
    default boolean alwaysPresent() {
        return required() || defaultValue().isPresent();
    }

    /** A whole number in a closed range. */
    record IntArgument(ArgumentInfo info, long min, long max, OptionalLong preset) implements Argument {
        public IntArgument {
            if (min > max || min < -MAX_EXACT || max > MAX_EXACT) {
                throw new IllegalArgumentException(info.name() + ": bad range " + min + " to " + max);
            }
            if (preset.isPresent() && (preset.getAsLong() < min || preset.getAsLong() > max)) {
                throw new IllegalArgumentException(info.name() + ": default is out of range");
            }
        }

        @Override
        public Optional<ArgumentValue> defaultValue() {
            return preset.isPresent() ? Optional.of(new ArgumentValue.IntValue(preset.getAsLong())) : Optional.empty();
        }

        @Override
        public String type() {
            return "int";
        }

        @Override
        public String allowed() {
            return "a whole number from " + min + " to " + max;
        }
    }

    /** A switch: true adds {@code flag} to the command line, false adds nothing. */
    record BoolArgument(ArgumentInfo info, boolean preset, String flag) implements Argument {
        public BoolArgument {
            if (!flag.startsWith("-") || PlainText.problem(flag).isPresent()) {
                throw new IllegalArgumentException(info.name() + ": not a flag");
            }
        }

        @Override
        public Optional<ArgumentValue> defaultValue() {
            return required() ? Optional.empty() : Optional.of(new ArgumentValue.BoolValue(preset));
        }

        @Override
        public String type() {
            return "bool";
        }

        @Override
        public String allowed() {
            return "true or false";
        }
    }

    /** One of a fixed list of texts. */
    record EnumArgument(ArgumentInfo info, List<String> values, Optional<String> preset) implements Argument {
        public EnumArgument {
            values = List.copyOf(values);
            if (values.isEmpty()
                    || values.stream().anyMatch(v -> PlainText.problem(v).isPresent())) {
                throw new IllegalArgumentException(info.name() + ": bad values");
            }
            if (preset.isPresent() && !values.contains(preset.get())) {
                throw new IllegalArgumentException(info.name() + ": default is not one of the values");
            }
        }

        @Override
        public Optional<ArgumentValue> defaultValue() {
            return preset.map(ArgumentValue.TextValue::new);
        }

        @Override
        public String type() {
            return "enum";
        }

        @Override
        public String allowed() {
            return "one of " + String.join(", ", values);
        }
    }

    /** Free text of bounded length, counted in code points, optionally matching a pattern as a whole. */
    record TextArgument(
            ArgumentInfo info, Optional<BoundedPattern> pattern, int minLength, int maxLength, Optional<String> preset)
            implements Argument {
        public TextArgument {
            if (minLength < 0 || minLength > maxLength || maxLength > MAX_TEXT_LENGTH) {
                throw new IllegalArgumentException(info.name() + ": bad lengths " + minLength + " to " + maxLength);
            }
        }

        @Override
        public Optional<ArgumentValue> defaultValue() {
            return preset.map(ArgumentValue.TextValue::new);
        }

        @Override
        public String type() {
            return "text";
        }

        @Override
        public String allowed() {
            var length = "text of " + minLength + " to " + maxLength + " characters on one line";
            return pattern.map(p -> length + " matching " + p.source()).orElse(length);
        }

        /** Why this text is refused, or empty. The length comes first so that nothing later sees a huge value. */
        Optional<String> problem(String text) {
            // Cheap bound first: a code point is at most two chars.
            if (text.length() > 2L * maxLength) {
                return Optional.of("is too long");
            }
            int length = text.codePointCount(0, text.length());
            if (length > maxLength) {
                return Optional.of("is too long");
            }
            if (length < minLength) {
                return Optional.of("is too short");
            }
            var odd = PlainText.problem(text);
            if (odd.isPresent()) {
                return odd;
            }
            return pattern.isEmpty() || pattern.get().matches(text)
                    ? Optional.empty()
                    : Optional.of("does not match the pattern");
        }
    }
}
