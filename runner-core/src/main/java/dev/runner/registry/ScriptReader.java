package dev.runner.registry;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads one entry of {@code scripts}. */
final class ScriptReader {
    private static final String KEY_PATTERN = "[a-z0-9]+([._-][a-z0-9]+)*";
    private static final int MAX_TIMEOUT_SECONDS = 7 * 24 * 3600;
    private static final int MAX_ATTEMPTS = 100;
    private static final int MAX_CONCURRENCY = 1000;

    private ScriptReader() {}

    /** The script, or empty when something about it was reported. */
    static Optional<Script> read(YamlObject object, LoadProblems problems) {
        int before = problems.size();
        object.allowOnly(
                "key",
                "label",
                "description",
                "group",
                "command",
                "sha256",
                "arguments",
                "timeout_seconds",
                "concurrency_limit",
                "max_attempts",
                "retry_on_failure",
                "provider",
                "queue");
        var key = object.text("key");
        object.textLike("key", KEY_PATTERN, "lower-case words joined by . _ or -, such as team.task");
        var label = object.text("label");
        var description = object.text("description");
        var group = object.optionalText("group");
        var command = CommandReader.read(object, problems);
        int beforeArguments = problems.size();
        var arguments = readArguments(object, problems);
        // With an argument missing from the list for a fault of its own, its placeholder would be reported in vain.
        if (command.isPresent() && problems.size() == beforeArguments) {
            for (var problem : CommandRules.problems(command.get(), arguments)) {
                object.problem(problem.place(), problem.message());
            }
        }
        var sha256 = object.textLike("sha256", "[0-9a-f]{64}", "what sha256sum prints, 64 digits 0-9 a-f");
        if (sha256.isPresent() && command.flatMap(CommandTemplate::scriptFile).isEmpty() && command.isPresent()) {
            object.problem("sha256", "has no effect: the command names no file of the repo");
        }
        var policy = readPolicy(object);
        return problems.size() == before
                ? Optional.of(
                        new Script(key, label, description, group, command.orElseThrow(), arguments, sha256, policy))
                : Optional.empty();
    }

    private static List<Argument> readArguments(YamlObject script, LoadProblems problems) {
        var arguments = new ArrayList<Argument>();
        var node = script.node("arguments");
        var all = YamlObject.of(
                script.place("arguments"), node == null ? JsonNodeFactory.instance.objectNode() : node, problems);
        all.ifPresent(declared -> {
            for (var name : declared.keys()) {
                if (!name.matches(ArgumentInfo.NAME_PATTERN)) {
                    declared.problem(name, "an argument's name is made of a-z, 0-9 and _, starting with a letter");
                    continue;
                }
                var argument = declared.node(name);
                if (argument != null) {
                    YamlObject.of(declared.place(name), argument, problems)
                            .flatMap(object -> ArgumentReader.read(name, object, problems))
                            .ifPresent(arguments::add);
                }
            }
        });
        return arguments;
    }

    private static ScriptPolicy readPolicy(YamlObject object) {
        var attempts = object.integer("max_attempts", 1, MAX_ATTEMPTS);
        boolean retryOnFailure = object.bool("retry_on_failure");
        if (retryOnFailure && attempts.orElse(1) == 1) {
            object.problem("retry_on_failure", "has no effect unless max_attempts is above 1");
        }
        return new ScriptPolicy(
                toInt(object.integer("timeout_seconds", 1, MAX_TIMEOUT_SECONDS)),
                toInt(object.integer("concurrency_limit", 1, MAX_CONCURRENCY)),
                (int) attempts.orElse(1),
                retryOnFailure,
                object.textLike("provider", String.join("|", ScriptPolicy.PROVIDERS), "workspace, docker or kubernetes")
                        .orElse(ScriptPolicy.DEFAULT_PROVIDER),
                object.textLike("queue", "[a-z][a-z0-9_-]{0,62}", "a lower-case name such as nightly")
                        .orElse(ScriptPolicy.DEFAULT_QUEUE));
    }

    private static OptionalInt toInt(OptionalLong value) {
        return value.isPresent() ? OptionalInt.of(Math.toIntExact(value.getAsLong())) : OptionalInt.empty();
    }
}
