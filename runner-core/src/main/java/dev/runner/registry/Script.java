package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One entry of the whitelist: a fixed program, and the only arguments that may be added to it. Immutable.
 *
 * @param group a heading under which a form may list it
 * @param sha256 of the only content that {@link #scriptFile} may have when a job starts; empty: any
 */
public record Script(
        String key,
        String label,
        String description,
        Optional<String> group,
        CommandTemplate command,
        List<Argument> arguments,
        Optional<String> sha256,
        ScriptPolicy policy) {

    public Script {
        arguments = List.copyOf(arguments);
        // The loader reports these with their place; here they are repeated so that no other way to build a script
        // can put a value where a program would read it as an option.
        var problems = CommandRules.problems(command, arguments);
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(key + ": "
                    + String.join(
                            "; ",
                            problems.stream().map(CommandRules.Problem::message).toList()));
        }
    }

    /**
     * Checks the {@code args} of a request against this script, reporting every problem at once.
     *
     * <p>The node must come from a mapper that keeps {@code 5} and {@code 5.0} apart and refuses duplicate fields, such
     * as {@link StrictJson#mapper()}. A missing node counts as an empty object; a JSON {@code null} does not.
     */
    public Validation validate(JsonNode args) {
        return ArgumentsValidator.validate(this, args);
    }

    /** The argv: a list for {@code exec}, never a shell string. */
    public List<String> commandLine(NormalisedArguments arguments) {
        return CommandLine.assemble(this, arguments);
    }

    /**
     * The file of the repo that this script runs, e.g. {@code scripts/nb-leaf-runner.sh}, so that its absence is
     * noticed at start-up rather than by the first person who presses run. Empty if the command names none.
     */
    public Optional<String> scriptFile() {
        return command.scriptFile();
    }

    public Optional<Argument> argument(String name) {
        return arguments.stream().filter(a -> a.name().equals(name)).findFirst();
    }

    public OptionalInt timeoutSeconds() {
        return policy.timeoutSeconds();
    }

    public OptionalInt concurrencyLimit() {
        return policy.concurrencyLimit();
    }

    public int maxAttempts() {
        return policy.maxAttempts();
    }

    public boolean retryOnFailure() {
        return policy.retryOnFailure();
    }

    public String provider() {
        return policy.provider();
    }

    public String queue() {
        return policy.queue();
    }
}
