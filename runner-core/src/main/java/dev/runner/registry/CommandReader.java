package dev.runner.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.runner.registry.CommandTemplate.Element;
import dev.runner.registry.CommandTemplate.Literal;
import dev.runner.registry.CommandTemplate.Part;
import dev.runner.registry.CommandTemplate.Placeholder;
import dev.runner.registry.CommandTemplate.Together;
import java.util.ArrayList;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a {@code command}: a list whose elements are texts, or lists of texts that belong together. */
final class CommandReader {
    private static final Pattern PLACEHOLDER =
            Pattern.compile("(|--?[A-Za-z0-9][A-Za-z0-9_.-]*=)\\{(" + ArgumentInfo.NAME_PATTERN + ")\\}");

    private final LoadProblems problems;

    private CommandReader(LoadProblems problems) {
        this.problems = problems;
    }

    /** The template, or empty when something about it was reported. */
    static Optional<CommandTemplate> read(YamlObject script, LoadProblems problems) {
        var node = script.node("command");
        if (node == null) {
            script.problem("command", "is missing");
            return Optional.empty();
        }
        if (!(node instanceof ArrayNode list)) {
            script.problem("command", "must be a list such as [bash, scripts/task.sh], never a shell string");
            return Optional.empty();
        }
        int before = problems.size();
        var reader = new CommandReader(problems);
        var elements = new ArrayList<Element>();
        for (int i = 0; i < list.size(); i++) {
            reader.element(script.place("command[" + i + "]"), list.get(i)).ifPresent(elements::add);
        }
        return problems.size() == before ? Optional.of(new CommandTemplate(elements)) : Optional.empty();
    }

    private Optional<Element> element(String place, JsonNode node) {
        if (!(node instanceof ArrayNode list)) {
            return part(place, node).map(part -> part);
        }
        var parts = new ArrayList<Part>();
        for (int i = 0; i < list.size(); i++) {
            part(place + "[" + i + "]", list.get(i)).ifPresent(parts::add);
        }
        return Optional.of(new Together(parts));
    }

    private Optional<Part> part(String place, JsonNode node) {
        if (node.isObject()) {
            problems.add(place, "put quotes around a placeholder: \"{name}\"");
            return Optional.empty();
        }
        if (!node.isTextual() || node.textValue().isEmpty()) {
            problems.add(place, "must be text; put quotes around it if it looks like something else");
            return Optional.empty();
        }
        var text = node.textValue();
        if (PlainText.problem(text).isPresent()) {
            problems.add(place, "must be on one line, without control characters");
            return Optional.empty();
        }
        var placeholder = PLACEHOLDER.matcher(text);
        if (placeholder.matches()) {
            return Optional.of(new Placeholder(placeholder.group(1), placeholder.group(2)));
        }
        if (text.contains("{") || text.contains("}")) {
            problems.add(
                    place, "a placeholder is a whole element, \"{name}\", or follows an option, \"--option={name}\"");
            return Optional.empty();
        }
        return Optional.of(new Literal(text));
    }
}
