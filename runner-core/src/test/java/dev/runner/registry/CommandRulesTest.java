package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.registry.CommandTemplate.Placeholder;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRulesTest {
    private static final String ARGUMENTS = """
            {
              must: {type: text, label: L, required: true, max_length: 9},
              may: {type: text, label: L, max_length: 9},
              count: {type: int, label: L, min: 0, max: 9, default: 1},
              on: {type: bool, label: L, flag: --on},
            }""";

    /** The four arguments in places nobody can object to, for the commands under test to start from. */
    private static final String REST = "'--a={must}', '--b={may}', '--c={count}'";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "['{must}', REST]                     | command[0]: must be a fixed program, not a placeholder",
                "[[--x, '{must}'], REST]              | command[0]: must be a fixed program, not a placeholder",
                "['bash run.sh', REST]                | command[0]: must be a program alone; write each word as an element of its own",
                "[prog, '{other}', REST]              | command[1]: no argument is named other",
                "[prog, [--x, '{other}'], REST]       | command[1]: no argument is named other",
                "[prog, '--on={on}', REST]            | command[1]: a bool stands for its flag and takes no prefix",
                "[prog, [--x, '{on}'], REST]          | command[1]: a bool has a flag of its own and cannot stand in a group",
                "[prog, [--x], REST]                  | command[1]: a group is an option and one placeholder, such as [--tag, \"{tag}\"]",
                "[prog, [], REST]                     | command[1]: a group is an option and one placeholder, such as [--tag, \"{tag}\"]",
                "[prog, ['{may}'], REST]              | command[1]: a group is an option and one placeholder, such as [--tag, \"{tag}\"]",
                "[prog, [--x, '{may}', '{must}'], REST] | command[1]: a group is an option and one placeholder, such as [--tag, \"{tag}\"]",
                "[prog, --x, '{may}', REST]           | command[2]: may is optional: write [--x, \"{may}\"] as one element so that both are left out together",
                "[prog, '{may}', '{must}', REST]      | command[2]: may is optional, and must would take its place when it is left out; use --option={may}",
                "[prog, '{may}', --x, '{count}', '{must}', REST] | command[4]: may is optional, and must would take its place when it is left out; use --option={may}",
                "[prog, REST, --, '{on}']             | command[5]: a flag must not stand after --",
                "[prog, REST, --]                     | arguments.on: its flag would stand after --; place \"{on}\" before it",
                "[prog, REST, [--, '{must}']]         | arguments.on: its flag would stand after --; place \"{on}\" before it",
                "[prog, '--b={may}', '--c={count}']   | arguments.must: is never used in the command",
                "[bash, -c, '{must}', REST]           | command: must not hand a string to a shell (-c)",
                "[/bin/sh, -ec, 'echo', REST]         | command: must not hand a string to a shell (-ec)",
                "[env, A=b, bash, -x, -c, id, REST]   | command: must not hand a string to a shell (-c)",
                "[bash, '{must}', REST]               | command: a shell must be given a fixed script file before any placeholder",
                "[bash, -o, pipefail, '{must}', REST] | command: a shell must be given a fixed script file before any placeholder",
                "[bash, --rcfile, f, '{must}', REST]  | command: a shell must be given a fixed script file before any placeholder",
            })
    void a_command_in_which_a_value_could_become_something_else_is_refused(String command, String problem) {
        assertThat(Given.rejected(Given.yaml(command.replace("REST", REST), ARGUMENTS)))
                .map(told -> told.replaceFirst("^scripts\\[0]\\.", "").replaceFirst(" \\(line \\d+\\)", ""))
                .containsExactly(problem);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[prog, REST]",
                "[bash, run.sh, '{must}', REST]",
                "[bash, -eu, -o, pipefail, run.sh, '{must}', REST]",
                "[prog, '{on}', REST, --, '{must}']",
                "[prog, '{must}', '{count}', '{may}', REST]",
                "[prog, '{may}', --x, '{must}', REST]",
                "[prog, [--x, '{may}'], '{must}', REST]",
                "[prog, --x, '{must}', REST]",
                "[prog, --x, '{count}', REST]",
            })
    void a_sound_command_is_accepted(String command) {
        assertThat(Given.script(command.replace("REST", REST), ARGUMENTS).key()).isEqualTo("t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "[prog, 5]          | command[1]: must be text; put quotes around it if it looks like something else",
                "[prog, '']         | command[1]: must be text; put quotes around it if it looks like something else",
                "[prog, null]       | command[1]: must be text; put quotes around it if it looks like something else",
                "[prog, {x}]        | command[1]: put quotes around a placeholder: \"{name}\"",
                "[prog, \"a\\0b\"]  | command[1]: must be on one line, without control characters",
                "[prog, \"a\\nb\"]  | command[1]: must be on one line, without control characters",
                "[prog, 'a{x}']     | command[1]: a placeholder is a whole element, \"{name}\", or follows an option, \"--option={name}\"",
                "[prog, '{x}{x}']   | command[1]: a placeholder is a whole element, \"{name}\", or follows an option, \"--option={name}\"",
                "[prog, '--{x}=1']  | command[1]: a placeholder is a whole element, \"{name}\", or follows an option, \"--option={name}\"",
                "[prog, '--o={X}']  | command[1]: a placeholder is a whole element, \"{name}\", or follows an option, \"--option={name}\"",
                "[prog, [[x]]]      | command[1][0]: must be text; put quotes around it if it looks like something else",
            })
    void an_element_that_is_no_text_or_half_a_placeholder_is_refused(String command, String problem) {
        assertThat(Given.rejected(Given.yaml(command, "{}")))
                .map(told -> told.replaceFirst("^scripts\\[0]\\.", "").replaceFirst(" \\(line \\d+\\)", ""))
                .containsExactly(problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{type: int, label: L, min: -1, max: 1, default: 0} | .min",
                "{type: enum, label: L, values: [a, -b]}            | .values",
                "{type: enum, label: L, values: [a, '@b']}          | .values",
                "{type: text, label: L, max_length: 5, default: -b} | .default",
            })
    void a_value_that_reads_as_an_option_must_be_joined_to_one(String argument, String place) {
        assertThat(Given.rejected(Given.yaml("[prog, '{x}']", "{x: " + argument + "}")))
                .singleElement()
                .asString()
                .startsWith("scripts[0].arguments.x" + place);
        assertThat(Given.script("[prog, '--x={x}']", "{x: " + argument + "}").key())
                .isEqualTo("t");
    }

    @Test
    void a_command_needs_a_program() {
        assertThat(Given.rejected(Given.yaml("[]", "{}")))
                .containsExactly("scripts[0].command (line 5): must not be empty");
    }

    @Test
    void a_script_built_in_code_is_held_to_the_same_rules() {
        var policy = new ScriptPolicy(OptionalInt.empty(), OptionalInt.empty(), 1, false, "workspace", "default");
        var command = new CommandTemplate(List.of(new Placeholder("", "x")));
        assertThatThrownBy(
                        () -> new Script("k", "L", "D", Optional.empty(), command, List.of(), Optional.empty(), policy))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be a fixed program");
    }

    @Test
    void arguments_of_one_script_are_refused_by_another() {
        var arguments = Given.valid(Given.shipped("nb.stage"), "{}");
        assertThatThrownBy(() -> Given.shipped("ic.stage").commandLine(arguments))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("arguments of nb.stage cannot be used for ic.stage");
    }
}
