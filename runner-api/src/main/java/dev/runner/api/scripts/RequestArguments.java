package dev.runner.api.scripts;

import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.api.http.Fields;
import dev.runner.registry.NormalisedArguments;
import dev.runner.registry.Script;
import dev.runner.registry.Validation;
import org.jspecify.annotations.Nullable;

/** The {@code args} of a request, for whoever takes some: checked once, and complained about in the same words. */
public final class RequestArguments {
    private RequestArguments() {}

    /** The arguments, or null when something is wrong with them, which the fields then know. */
    public static @Nullable NormalisedArguments read(Script script, JsonNode args, Fields fields) {
        return switch (script.validate(args)) {
            case Validation.Valid valid -> valid.arguments();
            case Validation.Invalid invalid -> {
                invalid.problems().forEach(p -> fields.problem(p.field(), p.message(), p.allowed()));
                yield null;
            }
        };
    }
}
