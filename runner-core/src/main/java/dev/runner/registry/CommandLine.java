package dev.runner.registry;

import dev.runner.registry.Argument.BoolArgument;
import dev.runner.registry.CommandTemplate.Element;
import dev.runner.registry.CommandTemplate.Literal;
import dev.runner.registry.CommandTemplate.Part;
import dev.runner.registry.CommandTemplate.Placeholder;
import dev.runner.registry.CommandTemplate.Together;
import java.util.ArrayList;
import java.util.List;

/** Fills a {@link CommandTemplate}: values become whole elements or the tail of one, and are never split or expanded. */
final class CommandLine {
    private final Script script;
    private final NormalisedArguments arguments;
    private final List<String> argv = new ArrayList<>();

    private CommandLine(Script script, NormalisedArguments arguments) {
        this.script = script;
        this.arguments = arguments;
    }

    static List<String> assemble(Script script, NormalisedArguments arguments) {
        if (!arguments.scriptKey().equals(script.key())) {
            throw new IllegalArgumentException(
                    "arguments of " + arguments.scriptKey() + " cannot be used for " + script.key());
        }
        var line = new CommandLine(script, arguments);
        script.command().elements().forEach(line::add);
        line.addUnplacedFlags();
        return List.copyOf(line.argv);
    }

    private void add(Element element) {
        switch (element) {
            case Literal(var text) -> argv.add(text);
            case Placeholder placeholder -> addValue(placeholder);
            case Together(var parts) -> {
                if (parts.stream().allMatch(this::isPresent)) {
                    parts.forEach(this::add);
                }
            }
        }
    }

    private boolean isPresent(Part part) {
        return switch (part) {
            case Literal _ -> true;
            case Placeholder placeholder -> arguments.value(placeholder.name()).isPresent();
        };
    }

    private void addValue(Placeholder placeholder) {
        arguments.value(placeholder.name()).ifPresent(value -> {
            switch (value) {
                case ArgumentValue.IntValue(var number) -> argv.add(placeholder.prefix() + number);
                case ArgumentValue.TextValue(var text) -> argv.add(placeholder.prefix() + text);
                case ArgumentValue.BoolValue(var on) -> {
                    if (on && script.argument(placeholder.name()).orElseThrow() instanceof BoolArgument bool) {
                        argv.add(bool.flag());
                    }
                }
            }
        });
    }

    /** Flags without a place of their own come last, in the order in which the arguments are declared. */
    private void addUnplacedFlags() {
        for (var argument : script.arguments()) {
            if (argument instanceof BoolArgument && !script.command().mentions(argument.name())) {
                addValue(new Placeholder("", argument.name()));
            }
        }
    }
}
