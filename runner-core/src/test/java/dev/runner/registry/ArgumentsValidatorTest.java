package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentsValidatorTest {
    /** One argument of each type; the text joined to its option once and standing alone once. */
    private final Script script =
            Given.script("[prog, '--count={count}', '--mode={mode}', '--note={note}', [--tag, '{tag}']]", """
            {
              count: {type: int, label: C, min: -5, max: 20},
              mode: {type: enum, label: M, values: [slow, 'very fast', '5', 'true', 'null']},
              note: {type: text, label: N, max_length: 8},
              tag: {type: text, label: T, min_length: 2, max_length: 8, pattern: '[^ ]+'},
              dry: {type: bool, label: D, flag: --dry},
            }""");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "count | 5.0   | is not a whole number",
                "count | 5.5   | is not a whole number",
                "count | 1e1   | is not a whole number",
                "count | 1E+1  | is not a whole number",
                "count | \"5\" | is not a whole number",
                "count | \"\"  | is not a whole number",
                "count | null  | is not a whole number",
                "count | true  | is not a whole number",
                "count | []    | is not a whole number",
                "count | [5]   | is not a whole number",
                "count | {}    | is not a whole number",
                "count | -6    | is out of range",
                "count | 21    | is out of range",
                "count | 4294967301 | is out of range",
                "count | 18446744073709551621 | is out of range",
                "count | 99999999999999999999999999999999999999 | is out of range",
                "dry   | \"true\" | is not a boolean",
                "dry   | 1     | is not a boolean",
                "dry   | 0     | is not a boolean",
                "dry   | null  | is not a boolean",
                "dry   | [true] | is not a boolean",
                "mode  | 5     | is not a text",
                "mode  | true  | is not a text",
                "mode  | null  | is not a text",
                "mode  | [\"slow\"] | is not a text",
                "mode  | \"SLOW\" | is not one of the values",
                "mode  | \"slow \" | is not one of the values",
                "mode  | \"very\" | is not one of the values",
                "mode  | \"\"  | is not one of the values",
                "note  | 5     | is not a text",
                "note  | null  | is not a text",
                "note  | [\"a\"] | is not a text",
                "note  | {\"a\":1} | is not a text",
                "note  | \"\"  | is too short",
                "note  | \"123456789\" | is too long",
                "note  | \"a\\u0000b\" | contains a control character or line break",
                "note  | \"a\\nb\" | contains a control character or line break",
                "note  | \"a\\rb\" | contains a control character or line break",
                "note  | \"a\\tb\" | contains a control character or line break",
                "note  | \"a\\u001b[2Jb\" | contains a control character or line break",
                "note  | \"a\\u0085b\" | contains a control character or line break",
                "note  | \"a\\u2028b\" | contains a control character or line break",
                "note  | \"a\\u2029b\" | contains a control character or line break",
                "note  | \"a\\ud83d\" | contains half of a surrogate pair",
                "note  | \"\\ude00a\" | contains half of a surrogate pair",
                "note  | \"\\ude00\\ud83d\" | contains half of a surrogate pair",
                "tag   | \"a\" | is too short",
                "tag   | \"a b\" | does not match the pattern",
                "tag   | \"-rf\" | could be read as an option",
                "tag   | \"--\" | could be read as an option",
                "tag   | \"@file\" | could be read as an option",
            })
    void a_value_of_another_shape_is_refused_by_name(String name, String value, String message) {
        assertThat(Given.invalid(script, "{\"" + name + "\": " + value + "}"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.field()).isEqualTo("args." + name);
                    assertThat(problem.message()).isEqualTo(message);
                    assertThat(problem.allowed()).isNotBlank();
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "count | -5          | --count=-5",
                "count | 20          | --count=20",
                "count | -0          | --count=0",
                "mode  | \"very fast\" | --mode=very fast",
                "mode  | \"5\"       | --mode=5",
                "mode  | \"null\"    | --mode=null",
                "note  | \"-rf /\"   | --note=-rf /",
                "note  | \"@file\"   | --note=@file",
                "note  | \"$(id)\"   | --note=$(id)",
                "note  | \"`id`;#\"  | --note=`id`;#",
                "note  | \"'\\\" *\" | --note='\" *",
                "note  | \"a=b={c}\" | --note=a=b={c}",
                "note  | \"{count}\" | --note={count}",
                "note  | \"\\ud83d\\ude00\" | --note=😀",
                "dry   | true        | --dry",
            })
    void a_value_becomes_one_element_as_it_is(String name, String value, String element) {
        assertThat(Given.argv(script, "{\"" + name + "\": " + value + "}")).containsExactly("prog", element);
    }

    @Test
    void a_text_is_measured_in_characters_and_not_in_their_halves() {
        assertThat(Given.argv(script, "{\"note\": \"" + "😀".repeat(8) + "\"}"))
                .containsExactly("prog", "--note=" + "😀".repeat(8));
        assertThat(Given.invalid(script, "{\"note\": \"" + "😀".repeat(9) + "\"}"))
                .extracting(ArgumentProblem::message)
                .containsExactly("is too long");
    }

    @Test
    void a_huge_value_is_refused_and_not_repeated() {
        var problems = Given.invalid(script, "{\"note\": \"" + "x".repeat(5_000_000) + "\"}");
        assertThat(problems).extracting(ArgumentProblem::message).containsExactly("is too long");
        assertThat(problems.toString()).hasSizeLessThan(300);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "[]", "5", "\"{}\"", "true", "[{}]"})
    void arguments_that_are_no_object_are_refused(String args) {
        assertThat(Given.invalid(script, args))
                .containsExactly(new ArgumentProblem("args", "is not an object", "an object of arguments"));
    }

    @Test
    void arguments_that_are_not_there_at_all_are_an_empty_object() {
        assertThat(script.validate(MissingNode.getInstance())).isEqualTo(script.validate(Given.json("{}")));
    }

    @Test
    void every_problem_is_told_at_once_the_declared_first() {
        assertThat(Given.invalid(script, "{\"x\": 1, \"dry\": 1, \"Count\": 2, \"count\": \"1\"}"))
                .extracting(p -> p.field() + " " + p.message())
                .containsExactly(
                        "args.count is not a whole number",
                        "args.dry is not a boolean",
                        "args.x is not an argument",
                        "args.Count is not an argument");
    }

    @Test
    void what_is_required_must_be_given_and_null_does_not_give_it() {
        var strict = Given.script(
                "[prog, '{name}', '{sure}']",
                "{name: {type: text, label: N, required: true, max_length: 9},"
                        + " sure: {type: bool, label: S, required: true, flag: --sure}}");
        assertThat(Given.invalid(strict, "{}"))
                .extracting(p -> p.field() + " " + p.message())
                .containsExactly("args.name is missing", "args.sure is missing");
        assertThat(Given.invalid(strict, "{\"name\": null, \"sure\": false}"))
                .extracting(ArgumentProblem::message)
                .containsExactly("is not a text");
        assertThat(Given.argv(strict, "{\"name\": \"x\", \"sure\": false}")).containsExactly("prog", "x");
        assertThat(Given.argv(strict, "{\"name\": \"x\", \"sure\": true}")).containsExactly("prog", "x", "--sure");
    }

    @Test
    void an_answer_stays_small_and_printable_however_many_unknown_fields_there_are() {
        var args = IntStream.range(0, 5000)
                .mapToObj(i -> "\"\\u001b[31m\\n😀%d%s\": 1".formatted(i, "y".repeat(500)))
                .collect(Collectors.joining(",", "{", "}"));
        assertThat(Given.invalid(script, args))
                .hasSize(20)
                .allSatisfy(problem ->
                        assertThat(problem.field()).hasSizeLessThan(80).matches("args\\.[!-~…]+"));
    }

    @Test
    void a_script_without_arguments_says_so() {
        assertThat(Given.invalid(Given.script("[prog]", "{}"), "{\"x\": 1}"))
                .containsExactly(new ArgumentProblem("args.x", "is not an argument", "no arguments"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"retries\": 1, \"retries\": 1}",
                "{\"retries\": 1, \"retr\\u0069es\": 2}",
                "{\"retries\": 05}",
                "{\"retries\": +5}",
                "{\"retries\": 0x5}",
                "{\"retries\": NaN}",
                "{\"retries\": Infinity}",
                "{\"retries\": 5,}",
                "{'retries': 5}",
                "{retries: 5}",
                "{\"retries\": 5} {}",
                "{\"retries\": 5} x",
                "{\"retries\": 5 /* c */}",
                "{\"retries\": \"a\nb\"}",
            })
    void what_is_not_strict_json_is_refused_before_it_is_looked_at(String text) {
        assertThatThrownBy(() -> StrictJson.mapper().readTree(text)).isInstanceOf(JsonProcessingException.class);
    }

    @Test
    void deep_nesting_is_refused() {
        assertThatThrownBy(() -> StrictJson.mapper().readTree("[".repeat(100_000)))
                .isInstanceOf(JsonProcessingException.class);
    }
}
