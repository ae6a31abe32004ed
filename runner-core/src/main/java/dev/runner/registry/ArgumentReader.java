package dev.runner.registry;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.PatternSyntaxException;

/** Reads one entry of a script's {@code arguments}. */
final class ArgumentReader {
    private final String name;
    private final YamlObject object;
    private final LoadProblems problems;
    private final int before;

    private ArgumentReader(String name, YamlObject object, LoadProblems problems) {
        this.name = name;
        this.object = object;
        this.problems = problems;
        this.before = problems.size();
    }

    /** The argument, or empty when something about it was reported. */
    static Optional<Argument> read(String name, YamlObject object, LoadProblems problems) {
        return new ArgumentReader(name, object, problems).read();
    }

    private Optional<Argument> read() {
        boolean required = object.bool("required");
        if (required && object.node("default") != null) {
            object.problem("default", "a required argument has no default");
        }
        var info = new ArgumentInfo(name, object.text("label"), object.optionalText("help"), required);
        return switch (object.text("type")) {
            case "int" -> readInt(info);
            case "bool" -> readBool(info);
            case "enum" -> readEnum(info);
            case "text" -> readText(info);
            case "" -> Optional.empty(); // reported as missing
            default -> {
                object.problem("type", "must be int, bool, enum or text");
                yield Optional.empty();
            }
        };
    }

    private boolean isSound() {
        return problems.size() == before;
    }

    private Optional<Argument> readInt(ArgumentInfo info) {
        object.allowOnly("type", "label", "help", "required", "min", "max", "default");
        for (var limit : List.of("min", "max")) {
            if (object.node(limit) == null) {
                object.problem(limit, "is missing");
            }
        }
        long min =
                object.integer("min", -Argument.MAX_EXACT, Argument.MAX_EXACT).orElse(-Argument.MAX_EXACT);
        long max =
                object.integer("max", -Argument.MAX_EXACT, Argument.MAX_EXACT).orElse(Argument.MAX_EXACT);
        if (min > max) {
            object.problem("max", "must not be below min");
        }
        var preset = object.integer("default", min, max);
        return isSound() ? Optional.of(new Argument.IntArgument(info, min, max, preset)) : Optional.empty();
    }

    private Optional<Argument> readBool(ArgumentInfo info) {
        object.allowOnly("type", "label", "help", "required", "default", "flag");
        var flag = object.text("flag");
        object.textLike("flag", "--?[A-Za-z0-9][A-Za-z0-9_.=-]*", "an option such as --verbose");
        boolean preset = object.bool("default");
        return isSound() ? Optional.of(new Argument.BoolArgument(info, preset, flag)) : Optional.empty();
    }

    private Optional<Argument> readEnum(ArgumentInfo info) {
        object.allowOnly("type", "label", "help", "required", "values", "default");
        var values = new ArrayList<String>();
        if (object.node("values") instanceof ArrayNode list && !list.isEmpty()) {
            for (int i = 0; i < list.size(); i++) {
                var place = "values[" + i + "]";
                var value = list.get(i);
                if (!value.isTextual()) {
                    object.problem(place, "must be text; put quotes around it if it looks like something else");
                } else if (value.textValue().isEmpty()
                        || PlainText.problem(value.textValue()).isPresent()) {
                    object.problem(place, "must be text on one line, not empty");
                } else if (values.contains(value.textValue())) {
                    object.problem(place, "is written twice");
                } else {
                    values.add(value.textValue());
                }
            }
        } else {
            object.problem("values", "must be a list of at least one text");
        }
        var preset = object.optionalText("default");
        if (preset.isPresent() && !values.contains(preset.get())) {
            object.problem("default", "must be one of the values");
        }
        return isSound() ? Optional.of(new Argument.EnumArgument(info, values, preset)) : Optional.empty();
    }

    private Optional<Argument> readText(ArgumentInfo info) {
        object.allowOnly("type", "label", "help", "required", "pattern", "min_length", "max_length", "default");
        if (object.node("max_length") == null) {
            object.problem("max_length", "is missing");
        }
        int min =
                (int) object.integer("min_length", 0, Argument.MAX_TEXT_LENGTH).orElse(1);
        int max =
                (int) object.integer("max_length", 1, Argument.MAX_TEXT_LENGTH).orElse(Argument.MAX_TEXT_LENGTH);
        if (min > max) {
            object.problem("max_length", "must not be below min_length");
        }
        Optional<BoundedPattern> pattern = Optional.empty();
        try {
            pattern = object.optionalText("pattern").map(BoundedPattern::of);
        } catch (PatternSyntaxException e) {
            object.problem("pattern", "is not a regular expression: " + e.getDescription());
        }
        var preset = object.optionalText("default");
        return isSound() ? Optional.of(new Argument.TextArgument(info, pattern, min, max, preset)) : Optional.empty();
    }
}
