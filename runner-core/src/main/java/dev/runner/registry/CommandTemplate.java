package dev.runner.registry;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The argv of a script with places for its arguments. One element of the template becomes at most one element of the
 * argv, except {@link Together}, whose parts appear all or not at all.
 */
public record CommandTemplate(List<Element> elements) {
    public CommandTemplate {
        elements = List.copyOf(elements);
    }

    /** A part of the template. */
    public sealed interface Element {}

    /** Only these two can stand in a {@link Together}, so groups do not nest. */
    public sealed interface Part extends Element {}

    /** Text passed on as it is. */
    public record Literal(String text) implements Part {}

    /** The value of an argument, after {@code prefix}, which is empty or an option such as {@code --mode=}. */
    public record Placeholder(String prefix, String name) implements Part {
        boolean standsAlone() {
            return prefix.isEmpty();
        }
    }

    /** An option and its value, e.g. {@code [--tag, "{tag}"]}: left out together when the argument is absent. */
    public record Together(List<Part> parts) implements Element {
        public Together {
            parts = List.copyOf(parts);
        }
    }

    /** All literals and placeholders, groups opened. */
    Stream<Part> parts() {
        return elements.stream().flatMap(CommandTemplate::partsOf);
    }

    private static Stream<Part> partsOf(Element element) {
        return switch (element) {
            case Together together -> together.parts().stream();
            case Part part -> Stream.of(part);
        };
    }

    /** Whether the argument's value is, somewhere, an element of its own that a program could read as an option. */
    boolean standsAlone(String name) {
        return parts().anyMatch(
                        p -> p instanceof Placeholder place && place.name().equals(name) && place.standsAlone());
    }

    boolean mentions(String name) {
        return parts().anyMatch(
                        p -> p instanceof Placeholder place && place.name().equals(name));
    }

    /** The first literal that looks like a relative path; the program itself counts when it does. */
    Optional<String> scriptFile() {
        return parts().filter(Literal.class::isInstance)
                .map(p -> ((Literal) p).text())
                .filter(text -> text.contains("/") && !text.startsWith("/") && !text.startsWith("-"))
                .filter(text -> !text.contains("://"))
                .findFirst();
    }
}
