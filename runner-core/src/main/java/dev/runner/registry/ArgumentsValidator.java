package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.registry.Argument.BoolArgument;
import dev.runner.registry.Argument.EnumArgument;
import dev.runner.registry.Argument.IntArgument;
import dev.runner.registry.Argument.TextArgument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks JSON against the arguments of one script. Types are strict: nothing is converted, trimmed or guessed. */
final class ArgumentsValidator {
    /** A request may carry any number of unknown fields; the answer names this many and stays small. */
    private static final int MAX_UNKNOWN_REPORTED = 20;

    private static final int MAX_NAME_REPORTED = 64;

    private final Script script;
    private final Map<String, ArgumentValue> given = new LinkedHashMap<>();
    private final List<ArgumentProblem> problems = new ArrayList<>();

    private ArgumentsValidator(Script script) {
        this.script = script;
    }

    static Validation validate(Script script, JsonNode args) {
        var validator = new ArgumentsValidator(script);
        switch (args) {
            case ObjectNode object -> {
                validator.readDeclared(object);
                validator.refuseUnknown(object);
            }
            case JsonNode missing
            when missing.isMissingNode() ->
                validator.readDeclared(StrictJson.mapper().createObjectNode());
            default ->
                validator.problems.add(new ArgumentProblem("args", "is not an object", "an object of arguments"));
        }
        return validator.problems.isEmpty()
                ? new Validation.Valid(NormalisedArguments.of(script, validator.given))
                : new Validation.Invalid(validator.problems);
    }

    private void readDeclared(ObjectNode object) {
        for (var argument : script.arguments()) {
            var node = object.get(argument.name());
            if (node != null) {
                read(argument, node);
            } else if (argument.required()) {
                refuse(argument, "is missing");
            }
        }
    }

    private void refuseUnknown(ObjectNode object) {
        var names = script.arguments().stream().map(Argument::name).toList();
        var allowed = names.isEmpty() ? "no arguments" : "only " + String.join(", ", names);
        object.properties().stream()
                .map(Map.Entry::getKey)
                .filter(name -> !names.contains(name))
                .limit(MAX_UNKNOWN_REPORTED)
                .forEach(name ->
                        problems.add(new ArgumentProblem("args." + printable(name), "is not an argument", allowed)));
    }

    /** The name comes from the request and goes into an answer and perhaps a log line. */
    private static String printable(String name) {
        var shortened = name.length() <= MAX_NAME_REPORTED ? name : name.substring(0, MAX_NAME_REPORTED) + "…";
        return shortened.replaceAll("[^\\p{Graph}…]", "?");
    }

    private void read(Argument argument, JsonNode node) {
        switch (argument) {
            case IntArgument number -> readInt(number, node);
            case BoolArgument bool -> {
                if (node.isBoolean()) {
                    accept(bool, new ArgumentValue.BoolValue(node.booleanValue()));
                } else {
                    refuse(bool, "is not a boolean");
                }
            }
            case EnumArgument choice -> {
                if (!node.isTextual()) {
                    refuse(choice, "is not a text");
                } else if (!choice.values().contains(node.textValue())) {
                    refuse(choice, "is not one of the values");
                } else {
                    accept(choice, new ArgumentValue.TextValue(node.textValue()));
                }
            }
            case TextArgument text -> readText(text, node);
        }
    }

    private void readInt(IntArgument number, JsonNode node) {
        if (!node.isIntegralNumber()) {
            refuse(number, "is not a whole number");
        } else if (!node.canConvertToLong() || node.longValue() < number.min() || node.longValue() > number.max()) {
            refuse(number, "is out of range");
        } else {
            accept(number, new ArgumentValue.IntValue(node.longValue()));
        }
    }

    private void readText(TextArgument text, JsonNode node) {
        if (!node.isTextual()) {
            refuse(text, "is not a text");
            return;
        }
        var value = node.textValue();
        var problem = text.problem(value);
        if (problem.isPresent()) {
            refuse(text, problem.get());
        } else if (PlainText.readsAsOption(value) && script.command().standsAlone(text.name())) {
            problems.add(new ArgumentProblem(
                    "args." + text.name(),
                    "could be read as an option",
                    text.allowed() + ", not starting with - or @"));
        } else {
            accept(text, new ArgumentValue.TextValue(value));
        }
    }

    private void accept(Argument argument, ArgumentValue value) {
        given.put(argument.name(), value);
    }

    private void refuse(Argument argument, String message) {
        problems.add(new ArgumentProblem("args." + argument.name(), message, argument.allowed()));
    }
}
