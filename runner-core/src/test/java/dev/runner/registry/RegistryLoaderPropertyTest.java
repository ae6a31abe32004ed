package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever stands in the file, the loader answers, and what it accepts can be used. */
class RegistryLoaderPropertyTest {
    private static final List<String> SHIPPED = shippedLines();

    @Property(tries = 500)
    void any_text_is_answered(@ForAll String text) {
        assertThat(RegistryLoader.parse(text)).isInstanceOf(LoadOutcome.Rejected.class);
    }

    @Property(tries = 500)
    void a_damaged_file_is_answered_and_an_accepted_one_keeps_to_its_commands(@ForAll("damaged") String yaml) {
        switch (RegistryLoader.parse(yaml)) {
            case LoadOutcome.Rejected(var problems) -> assertThat(problems).isNotEmpty();
            case LoadOutcome.Loaded(var registry) ->
                assertThat(registry.scripts())
                        .allSatisfy(
                                script -> assertThat(Given.argv(script, "{}")).startsWith("bash"));
        }
    }

    /** The shipped file with one line left out, doubled, or with a piece of YAML in its place. */
    @Provide
    Arbitrary<String> damaged() {
        var line = Arbitraries.integers().between(0, SHIPPED.size() - 1);
        var pieces = Arbitraries.of(
                "",
                "  -",
                "    x: y",
                "    command: bash",
                "    command: [bash, -c, id]",
                "  - *a",
                "  - &a",
                "---",
                "...",
                "\t",
                "{",
                "    arguments:",
                "        type: text",
                "        min: .nan",
                "        max: 1e3",
                "        default: !!binary aGk=",
                "        <<: {a: b}",
                "    ? [a, b]",
                "    !!python/object:x y: z",
                "        flag: \"--a\\0\"",
                "        default: 99999999999999999999999");
        return line.flatMap(at ->
                pieces.flatMap(piece -> Arbitraries.of(0, 1, 2).map(how -> {
                    var lines = new ArrayList<>(SHIPPED);
                    switch (how) {
                        case 0 -> lines.remove(at.intValue());
                        case 1 -> lines.add(at, lines.get(at));
                        default -> lines.set(at, piece);
                    }
                    return String.join("\n", lines);
                })));
    }

    private static List<String> shippedLines() {
        try (var lines = Files.lines(Given.SHIPPED_FILE)) {
            return lines.filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
