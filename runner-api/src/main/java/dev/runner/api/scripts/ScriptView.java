package dev.runner.api.scripts;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.runner.registry.Argument;
import dev.runner.registry.ArgumentValue;
import dev.runner.registry.BoundedPattern;
import dev.runner.registry.Script;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A script as a form needs it. The command is not part of it: a template means nothing to whoever fills in a form, and
 * what it becomes with their values is told by {@link CommandPreview}.
 */
record ScriptView(
        String key,
        String label,
        String description,
        @Nullable String group,
        List<ArgumentView> arguments,
        int timeoutSeconds,
        @Nullable Integer concurrencyLimit,
        int maxAttempts,
        String provider,
        String queue) {

    static ScriptView of(Script script, int defaultTimeoutSeconds) {
        return new ScriptView(
                script.key(),
                script.label(),
                script.description(),
                script.group().orElse(null),
                script.arguments().stream().map(ArgumentView::of).toList(),
                script.timeoutSeconds().orElse(defaultTimeoutSeconds),
                script.concurrencyLimit().isPresent()
                        ? script.concurrencyLimit().getAsInt()
                        : null,
                script.maxAttempts(),
                script.provider(),
                script.queue());
    }

    /** One field of the form; limits that its type does not have are left out. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record ArgumentView(
            String name,
            String type,
            String label,
            @JsonInclude @Nullable String help,
            boolean required,
            @JsonProperty("default") @JsonInclude @Nullable JsonNode preset,
            String allowed,
            @Nullable Long min,
            @Nullable Long max,
            @Nullable List<String> values,
            @Nullable Integer minLength,
            @Nullable Integer maxLength,
            @Nullable String pattern) {

        static ArgumentView of(Argument argument) {
            return switch (argument) {
                case Argument.IntArgument a -> plain(a, a.min(), a.max(), null, null, null, null);
                case Argument.BoolArgument a -> plain(a, null, null, null, null, null, null);
                case Argument.EnumArgument a -> plain(a, null, null, a.values(), null, null, null);
                case Argument.TextArgument a ->
                    plain(
                            a,
                            null,
                            null,
                            null,
                            a.minLength(),
                            a.maxLength(),
                            a.pattern().map(BoundedPattern::source).orElse(null));
            };
        }

        private static ArgumentView plain(
                Argument argument,
                @Nullable Long min,
                @Nullable Long max,
                @Nullable List<String> values,
                @Nullable Integer minLength,
                @Nullable Integer maxLength,
                @Nullable String pattern) {
            Optional<JsonNode> preset = argument.defaultValue().map(ArgumentValue::toJson);
            return new ArgumentView(
                    argument.name(),
                    argument.type(),
                    argument.label(),
                    argument.help().orElse(null),
                    argument.required(),
                    preset.orElse(null),
                    argument.allowed(),
                    min,
                    max,
                    values,
                    minLength,
                    maxLength,
                    pattern);
        }
    }
}
