package dev.runner.registry;

import dev.runner.registry.Argument.BoolArgument;
import dev.runner.registry.Argument.EnumArgument;
import dev.runner.registry.Argument.IntArgument;
import dev.runner.registry.Argument.TextArgument;
import dev.runner.registry.CommandTemplate.Element;
import dev.runner.registry.CommandTemplate.Literal;
import dev.runner.registry.CommandTemplate.Part;
import dev.runner.registry.CommandTemplate.Placeholder;
import dev.runner.registry.CommandTemplate.Together;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold between a command and its arguments for every possible value to stay a value. */
final class CommandRules {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "zsh", "ksh", "fish");

    private final CommandTemplate command;
    private final Map<String, Argument> arguments = new LinkedHashMap<>();
    private final List<Problem> problems = new ArrayList<>();

    /** @param place below the script: {@code command[2]} or {@code arguments.tag} */
    record Problem(String place, String message) {}

    private CommandRules(CommandTemplate command, List<Argument> arguments) {
        this.command = command;
        for (var argument : arguments) {
            if (this.arguments.put(argument.name(), argument) != null) {
                problems.add(new Problem("arguments." + argument.name(), "is declared twice"));
            }
        }
    }

    static List<Problem> problems(CommandTemplate command, List<Argument> arguments) {
        var rules = new CommandRules(command, arguments);
        rules.checkProgram();
        rules.checkShell();
        rules.checkPlaceholders();
        rules.checkPositions();
        rules.checkArguments();
        return List.copyOf(rules.problems);
    }

    private void checkProgram() {
        if (command.elements().isEmpty()) {
            problems.add(new Problem("command", "must not be empty"));
            return;
        }
        if (!(command.elements().getFirst() instanceof Literal program)) {
            problems.add(new Problem("command[0]", "must be a fixed program, not a placeholder"));
        } else if (program.text().isBlank() || program.text().chars().anyMatch(Character::isWhitespace)) {
            problems.add(
                    new Problem("command[0]", "must be a program alone; write each word as an element of its own"));
        }
    }

    /** A shell may run a fixed file, but neither a text ({@code -c}) nor a file that the request chooses. */
    private void checkShell() {
        List<Part> parts = command.parts().toList();
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i) instanceof Literal(var text) && SHELLS.contains(baseName(text))) {
                checkShellOperands(parts.subList(i + 1, parts.size()));
                return;
            }
        }
    }

    private void checkShellOperands(List<Part> operands) {
        boolean takesValue = false;
        for (var part : operands) {
            if (!(part instanceof Literal(var text))) {
                problems.add(
                        new Problem("command", "a shell must be given a fixed script file before any placeholder"));
                return;
            }
            if (text.matches("-[A-Za-z]*c[A-Za-z]*")) {
                problems.add(new Problem("command", "must not hand a string to a shell (" + text + ")"));
                return;
            }
            boolean option = text.startsWith("-") || text.startsWith("+");
            if (!option && !takesValue) {
                return;
            }
            takesValue = option
                    && (text.matches("[-+][A-Za-z]*[oO]") || text.equals("--rcfile") || text.equals("--init-file"));
        }
    }

    private static String baseName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void checkPlaceholders() {
        boolean optionsEnded = false;
        Element before = new Literal("");
        for (int i = 0; i < command.elements().size(); i++) {
            var place = "command[" + i + "]";
            var element = command.elements().get(i);
            switch (element) {
                case Literal(var text) -> optionsEnded |= text.equals("--");
                case Placeholder placeholder -> checkPlain(place, placeholder, before, optionsEnded);
                case Together together -> {
                    checkGroup(place, together);
                    optionsEnded |= together.parts().contains(new Literal("--"));
                }
            }
            before = element;
        }
        if (optionsEnded) {
            for (var argument : arguments.values()) {
                if (argument instanceof BoolArgument && !command.mentions(argument.name())) {
                    problems.add(new Problem(
                            "arguments." + argument.name(),
                            "its flag would stand after --; place \"{%s}\" before it".formatted(argument.name())));
                }
            }
        }
    }

    private void checkPlain(String place, Placeholder placeholder, Element before, boolean optionsEnded) {
        var argument = arguments.get(placeholder.name());
        if (argument == null) {
            problems.add(new Problem(place, "no argument is named " + placeholder.name()));
        } else if (argument instanceof BoolArgument) {
            if (!placeholder.standsAlone()) {
                problems.add(new Problem(place, "a bool stands for its flag and takes no prefix"));
            } else if (optionsEnded) {
                problems.add(new Problem(place, "a flag must not stand after --"));
            }
        } else if (placeholder.standsAlone()
                && !argument.alwaysPresent()
                && before instanceof Literal(var text)
                && isOption(before)) {
            problems.add(new Problem(
                    place,
                    "%s is optional: write [%s, \"{%s}\"] as one element so that both are left out together"
                            .formatted(placeholder.name(), text, placeholder.name())));
        }
    }

    private static boolean isOption(Element element) {
        return element instanceof Literal(var text) && text.startsWith("-") && !text.equals("--");
    }

    /** With an optional value left out, the value behind it would move up and be read as something else. */
    private void checkPositions() {
        @Nullable Argument optional = null;
        for (int i = 0; i < command.elements().size(); i++) {
            var value = positionalValue(i);
            if (value == null) {
                continue;
            }
            if (optional != null) {
                problems.add(new Problem(
                        "command[" + i + "]",
                        "%s is optional, and %s would take its place when it is left out; use --option={%s}"
                                .formatted(optional.name(), value.name(), optional.name())));
            } else if (!value.alwaysPresent()) {
                optional = value;
            }
        }
    }

    private @Nullable Argument positionalValue(int index) {
        var elements = command.elements();
        if (!(elements.get(index) instanceof Placeholder placeholder)
                || !placeholder.standsAlone()
                || (index > 0 && isOption(elements.get(index - 1)))) {
            return null;
        }
        var argument = arguments.get(placeholder.name());
        return argument instanceof BoolArgument ? null : argument;
    }

    /** More than one placeholder, and a value that was given would be dropped because another was not. */
    private void checkGroup(String place, Together group) {
        if (group.parts().isEmpty()
                || !(group.parts().getFirst() instanceof Literal)
                || group.parts().stream().filter(Placeholder.class::isInstance).count() != 1) {
            problems.add(new Problem(place, "a group is an option and one placeholder, such as [--tag, \"{tag}\"]"));
        }
        for (var part : group.parts()) {
            if (part instanceof Placeholder placeholder) {
                var argument = arguments.get(placeholder.name());
                if (argument == null) {
                    problems.add(new Problem(place, "no argument is named " + placeholder.name()));
                } else if (argument instanceof BoolArgument) {
                    problems.add(new Problem(place, "a bool has a flag of its own and cannot stand in a group"));
                }
            }
        }
    }

    private void checkArguments() {
        for (var argument : arguments.values()) {
            var place = "arguments." + argument.name();
            boolean alone = command.standsAlone(argument.name());
            if (!(argument instanceof BoolArgument) && !command.mentions(argument.name())) {
                problems.add(new Problem(place, "is never used in the command"));
            }
            switch (argument) {
                case BoolArgument _ -> {}
                case IntArgument number -> {
                    if (alone && number.min() < 0) {
                        problems.add(new Problem(
                                place + ".min", "a negative value could be read as an option; use --option={name}"));
                    }
                }
                case EnumArgument choice -> {
                    if (alone && choice.values().stream().anyMatch(PlainText::readsAsOption)) {
                        problems.add(new Problem(
                                place + ".values", "a value starting with - or @ needs the form --option={name}"));
                    }
                }
                case TextArgument text -> {
                    if (text.preset().flatMap(text::problem).isPresent()) {
                        problems.add(new Problem(place + ".default", "must be " + text.allowed()));
                    }
                    if (alone && text.preset().filter(PlainText::readsAsOption).isPresent()) {
                        problems.add(new Problem(place + ".default", "must not start with - or @"));
                    }
                }
            }
        }
    }
}
