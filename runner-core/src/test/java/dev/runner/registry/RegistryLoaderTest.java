package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegistryLoaderTest {
    private static final String MINIMAL = """
            scripts:
              - key: a.b
                label: A
                description: D
                command: [prog]
            """;

    @Test
    void the_least_script_has_every_default() {
        var script = Given.accepted(RegistryLoader.parse(MINIMAL)).find("a.b").orElseThrow();
        assertThat(script.arguments()).isEmpty();
        assertThat(script.group()).isEmpty();
        assertThat(script.scriptFile()).isEmpty();
        assertThat(script.timeoutSeconds()).isEmpty();
        assertThat(script.concurrencyLimit()).isEmpty();
        assertThat(script.maxAttempts()).isEqualTo(1);
        assertThat(script.retryOnFailure()).isFalse();
        assertThat(script.provider()).isEqualTo("workspace");
        assertThat(script.queue()).isEqualTo("default");
        assertThat(Given.argv(script, "{}")).containsExactly("prog");
    }

    @Test
    void every_field_of_a_script_is_read() {
        var script =
                Given.accepted(RegistryLoader.parse(MINIMAL + """
                    group: G
                    timeout_seconds: 60
                    concurrency_limit: 2
                    max_attempts: 3
                    retry_on_failure: true
                    provider: docker
                    queue: nightly
                """)).find("a.b").orElseThrow();
        assertThat(script.label()).isEqualTo("A");
        assertThat(script.description()).isEqualTo("D");
        assertThat(script.group()).hasValue("G");
        assertThat(script.timeoutSeconds()).hasValue(60);
        assertThat(script.concurrencyLimit()).hasValue(2);
        assertThat(script.maxAttempts()).isEqualTo(3);
        assertThat(script.retryOnFailure()).isTrue();
        assertThat(script.provider()).isEqualTo("docker");
        assertThat(script.queue()).isEqualTo("nightly");
    }

    @Test
    void every_problem_is_reported_with_its_place_and_line() {
        assertThat(Given.rejected("""
                        sripts: []
                        scripts:
                          - key: Bad Key
                            label: ''
                            command: bash run.sh
                            comand: [x]
                            timeout_seconds: 0
                            provider: lambda
                          - key: ok.one
                            label: One
                            description: D
                            command: [prog, '{count}', '{gone}']
                            arguments:
                              count: {type: int, label: C, min: 5, max: 1, step: 2}
                          - 5
                          - key: ok.one
                            label: Two
                            description: D
                            command: [prog, '{gone}']
                        """))
                .containsExactlyInAnyOrder(
                        "sripts (line 1): is not a known key; known are scripts",
                        "scripts[0].comand (line 6): is not a known key; known are key, label, description, group,"
                                + " command, sha256, arguments, timeout_seconds, concurrency_limit, max_attempts,"
                                + " retry_on_failure, provider, queue",
                        "scripts[0].key (line 3): must be lower-case words joined by . _ or -, such as team.task",
                        "scripts[0].label (line 4): must not be empty",
                        "scripts[0].description: is missing",
                        "scripts[0].command (line 5): must be a list such as [bash, scripts/task.sh], never a shell"
                                + " string",
                        "scripts[0].timeout_seconds (line 7): must be a whole number from 1 to 604800",
                        "scripts[0].provider (line 8): must be workspace, docker or kubernetes",
                        "scripts[1].arguments.count.step (line 14): is not a known key; known are type, label, help,"
                                + " required, min, max, default",
                        "scripts[1].arguments.count.max (line 14): must not be below min",
                        "scripts[2] (line 15): must be a mapping of keys to values",
                        "scripts[3].key (line 16): ok.one is already the key of scripts[1]",
                        "scripts[3].command[1] (line 19): no argument is named gone");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // Of any argument.
                "{label: L}                                       | .type: is missing",
                "{type: float, label: L}                          | .type (line 6): must be int, bool, enum or text",
                "{type: 5, label: L}                              | .type (line 6): must be text; put quotes",
                "{type: int, min: 1, max: 2}                      | .label: is missing",
                "{type: int, label: L, min: 1, max: 2, required: maybe} | .required (line 6): must be true or false",
                "{type: int, label: L, min: 1, max: 2, required: true, default: 1} | .default (line 6): a required argument has no default",
                "{type: bool, label: L, flag: --x, required: true, default: false} | .default (line 6): a required argument has no default",
                "5                                                | (line 6): must be a mapping",
                "null                                             | (line 6): must be a mapping",
                // int
                "{type: int, label: L, max: 2}                    | .min: is missing",
                "{type: int, label: L, min: 2}                    | .max: is missing",
                "{type: int, label: L, min: '1', max: 2}          | .min (line 6): must be a whole number",
                "{type: int, label: L, min: 1.0, max: 2}          | .min (line 6): must be a whole number",
                "{type: int, label: L, min: 1, max: 9007199254740992} | .max (line 6): must be a whole number",
                "{type: int, label: L, min: 1, max: 99999999999999999999} | .max (line 6): must be a whole number",
                "{type: int, label: L, min: 1, max: 2, default: 3} | .default (line 6): must be a whole number from 1 to 2",
                "{type: int, label: L, min: 1, max: 2, default: } | .default (line 6): must be a whole number from 1 to 2",
                "{type: int, label: L, min: 1, max: 2, flag: --x} | .flag (line 6): is not a known key",
                // bool
                "{type: bool, label: L}                           | .flag: is missing",
                "{type: bool, label: L, flag: verbose}            | .flag (line 6): must be an option such as --verbose",
                "{type: bool, label: L, flag: --}                 | .flag (line 6): must be an option such as --verbose",
                "{type: bool, label: L, flag: '--a b'}            | .flag (line 6): must be an option such as --verbose",
                "{type: bool, label: L, flag: --x, default: 1}    | .default (line 6): must be true or false",
                "{type: bool, label: L, flag: --x, min: 1}        | .min (line 6): is not a known key",
                // enum
                "{type: enum, label: L}                           | .values: must be a list of at least one text",
                "{type: enum, label: L, values: []}               | .values (line 6): must be a list of at least one text",
                "{type: enum, label: L, values: a}                | .values (line 6): must be a list of at least one text",
                "{type: enum, label: L, values: [a, 5]}           | .values[1] (line 6): must be text; put quotes",
                "{type: enum, label: L, values: [a, '']}          | .values[1] (line 6): must be text on one line, not empty",
                "{type: enum, label: L, values: [a, \"b\\nc\"]}   | .values[1] (line 6): must be text on one line, not empty",
                "{type: enum, label: L, values: [a, a]}           | .values[1] (line 6): is written twice",
                "{type: enum, label: L, values: [a], default: b}  | .default (line 6): must be one of the values",
                // text
                "{type: text, label: L}                           | .max_length: is missing",
                "{type: text, label: L, max_length: 4097}         | .max_length (line 6): must be a whole number from 1 to 4096",
                "{type: text, label: L, max_length: 0}            | .max_length (line 6): must be a whole number from 1 to 4096",
                "{type: text, label: L, max_length: 3, min_length: 4} | .max_length (line 6): must not be below min_length",
                "{type: text, label: L, max_length: 3, pattern: '['} | .pattern (line 6): is not a regular expression",
                "{type: text, label: L, max_length: 3, default: long} | .default (line 6): must be text of 1 to 3 characters",
                "{type: text, label: L, max_length: 3, default: ''} | .default (line 6): must be text of 1 to 3 characters",
                "{type: text, label: L, max_length: 3, pattern: '[a-c]+', default: xy} | .default (line 6): must be text of 1 to 3 characters",
                "{type: text, label: L, max_length: 9, default: -x} | .default (line 6): must not start with - or @",
            })
    void a_mistake_in_an_argument_is_told_at_its_place(String argument, String problem) {
        // A bool may stand as it is, anything else as an element of its own: the strictest place.
        assertThat(Given.rejected(Given.yaml("[prog, '{x}']", "{x: " + argument + "}")))
                .anySatisfy(told ->
                        assertThat(told).startsWith("scripts[0].arguments.x").contains(problem));
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "1x", "x-y", "x.y", "ı", "' '"})
    void an_argument_has_a_plain_name(String name) {
        assertThat(Given.rejected(Given.yaml("[prog]", "{" + name + ": {type: bool, label: L, flag: --x}}")))
                .singleElement()
                .asString()
                .contains("an argument's name is made of a-z, 0-9 and _, starting with a letter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "max_attempts: 0          | scripts[0].max_attempts (line 6): must be a whole number from 1 to 100",
                "max_attempts: 1e1        | scripts[0].max_attempts (line 6): must be a whole number from 1 to 100",
                "concurrency_limit: 0     | scripts[0].concurrency_limit (line 6): must be a whole number from 1 to 1000",
                "timeout_seconds: 604801  | scripts[0].timeout_seconds (line 6): must be a whole number from 1 to 604800",
                "timeout_seconds: .inf    | scripts[0].timeout_seconds (line 6): must be a whole number from 1 to 604800",
                "retry_on_failure: true   | scripts[0].retry_on_failure (line 6): has no effect unless max_attempts is above 1",
                "queue: Night             | scripts[0].queue (line 6): must be a lower-case name such as nightly",
                "group: [G]               | scripts[0].group (line 6): must be text; put quotes around it if it looks like something else",
                "label: A                 | scripts[0].label (line 6): is written twice",
                "arguments: []            | scripts[0].arguments (line 6): must be a mapping of keys to values",
            })
    void a_mistake_in_a_script_is_told_at_its_place(String line, String problem) {
        assertThat(Given.rejected(MINIMAL + "    " + line + "\n"))
                .map(told -> told.replace("scripts[0].label (line 3)", "scripts[0].label (line 6)"))
                .containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "''                    | the file: is empty",
                "'# nothing'           | the file: is empty",
                "'[]'                  | the file: must be a mapping of keys to values",
                "'{}'                  | scripts: must be a list of at least one script",
                "'scripts: []'         | scripts (line 1): must be a list of at least one script",
                "'scripts: {a: b}'     | scripts (line 1): must be a list of at least one script",
                "'scripts:'            | scripts (line 1): must be a list of at least one script",
            })
    void a_file_without_scripts_is_refused(String quoted, String problem) {
        assertThat(Given.rejected(quoted.substring(1, quoted.length() - 1))).containsExactly(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "scripts: [",
                "\tscripts:",
                "scripts: 'a",
                "a: b: c",
                "scripts: *x",
                "\u0000",
                "? [a]\n: b",
                "\ud800"
            })
    void what_is_not_yaml_is_told_and_not_thrown(String yaml) {
        assertThat(Given.rejected(yaml)).isNotEmpty();
    }

    @Test
    void anchors_aliases_and_a_second_document_are_refused() {
        var alias = MINIMAL.replace("label: A", "label: &text A").replace("description: D", "description: *text");
        assertThat(Given.rejected(alias))
                .containsExactly("scripts[0].description (line 4): anchors and aliases are not allowed");
        assertThat(Given.rejected(MINIMAL.replace("- key", "- &script\n    key")))
                .containsExactly("scripts[0] (line 2): anchors and aliases are not allowed");
        assertThat(Given.rejected(MINIMAL + "---\n" + MINIMAL))
                .containsExactly("the file: must hold one YAML document only");
    }

    @Test
    void a_file_that_cannot_be_read_says_which(@TempDir Path folder) throws IOException {
        var missing = folder.resolve("none.yml");
        var latin = Files.write(folder.resolve("latin.yml"), "label: ä".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(RegistryLoader.load(missing))
                .isEqualTo(new LoadOutcome.Rejected(List.of(missing + ": no such file")));
        assertThat(RegistryLoader.load(latin)).isEqualTo(new LoadOutcome.Rejected(List.of(latin + ": is not UTF-8")));
        assertThat(RegistryLoader.load(folder)).isInstanceOf(LoadOutcome.Rejected.class);
    }
}
