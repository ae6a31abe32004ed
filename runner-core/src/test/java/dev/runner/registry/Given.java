package dev.runner.registry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;

/** Registries, scripts and requests in the form in which people write them. */
final class Given {
    /** The file that is shipped; tests run in their module's folder. */
    static final Path SHIPPED_FILE = Path.of("..", "runner.yml");

    private Given() {}

    static Registry shipped() {
        return accepted(RegistryLoader.load(SHIPPED_FILE));
    }

    static Script shipped(String key) {
        return shipped().find(key).orElseThrow();
    }

    /** A script {@code t} with this command and these arguments, both written in YAML's flow style. */
    static String yaml(String command, String arguments) {
        return """
                scripts:
                  - key: t
                    label: T
                    description: D
                    command: %s
                    arguments: %s
                """.formatted(command, arguments);
    }

    static Script script(String command, String arguments) {
        return accepted(RegistryLoader.parse(yaml(command, arguments)))
                .find("t")
                .orElseThrow();
    }

    static Registry accepted(LoadOutcome outcome) {
        return switch (outcome) {
            case LoadOutcome.Loaded(var registry) -> registry;
            case LoadOutcome.Rejected(var problems) -> throw new AssertionError("rejected: " + problems);
        };
    }

    static List<String> rejected(String yaml) {
        return switch (RegistryLoader.parse(yaml)) {
            case LoadOutcome.Rejected(var problems) -> problems;
            case LoadOutcome.Loaded _ -> throw new AssertionError("accepted: " + yaml);
        };
    }

    static JsonNode json(String text) {
        try {
            return StrictJson.mapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError(text, e);
        }
    }

    static NormalisedArguments valid(Script script, String args) {
        return switch (script.validate(json(args))) {
            case Validation.Valid(var arguments) -> arguments;
            case Validation.Invalid(var problems) -> throw new AssertionError("refused: " + problems);
        };
    }

    static List<ArgumentProblem> invalid(Script script, String args) {
        return switch (script.validate(json(args))) {
            case Validation.Invalid(var problems) -> problems;
            case Validation.Valid(var arguments) -> throw new AssertionError("accepted: " + arguments.values());
        };
    }

    static List<String> argv(Script script, String args) {
        return script.commandLine(valid(script, args));
    }
}
