package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;

/**
 * No input, however odd, yields an argv with more or other elements than the schema allows. What is allowed is written
 * down here a second time, by hand, for one script that has every kind of argument in every kind of place.
 */
class ArgvPropertyTest {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Script script = Given.script(
            "[bash, scripts/x.sh, '{quiet}', --count, '{count}', '--note={note}', [--mode, '{mode}'], '{target}']",
            """
            {
              count: {type: int, label: C, min: 1, max: 10, default: 3},
              note: {type: text, label: N, min_length: 0, max_length: 40},
              mode: {type: enum, label: M, values: [slow, 'very fast']},
              target: {type: text, label: T, max_length: 40},
              quiet: {type: bool, label: Q, flag: -q},
              loud: {type: bool, label: L, flag: --loud},
            }""");

    @Property(tries = 3000)
    void an_argv_holds_what_the_schema_allows_and_nothing_else(@ForAll("requests") ObjectNode request) {
        var outcome = script.validate(request);
        Statistics.collect(outcome.getClass().getSimpleName());
        assertThat(outcome instanceof Validation.Valid).isEqualTo(isAllowed(request));
        if (outcome instanceof Validation.Valid(var arguments)) {
            assertThat(script.commandLine(arguments))
                    .isEqualTo(expected(request))
                    .allSatisfy(ArgvPropertyTest::assertOneLineOfValidText);
        }
        Statistics.coverage(coverage -> {
            coverage.check("Valid").percentage(share -> share > 5);
            coverage.check("Invalid").percentage(share -> share > 5);
        });
    }

    @Property(tries = 1000)
    void any_json_at_all_is_answered_and_never_thrown_at(@ForAll("nodes") JsonNode node) {
        if (script.validate(node) instanceof Validation.Invalid(var problems)) {
            assertThat(problems).isNotEmpty();
        }
    }

    @Property(tries = 1000)
    void what_is_stored_with_a_job_is_accepted_again_as_the_same(@ForAll("requests") ObjectNode request)
            throws Exception {
        if (script.validate(request) instanceof Validation.Valid(var arguments)) {
            var stored = StrictJson.mapper().writeValueAsString(arguments.toJson());
            assertThat(Given.valid(script, stored)).isEqualTo(arguments);
        }
    }

    private static void assertOneLineOfValidText(String element) {
        assertThat(element.codePoints())
                .noneMatch(Character::isISOControl)
                .noneMatch(point -> Character.getType(point) == Character.SURROGATE);
    }

    /** The argv of an allowed request, spelt out. */
    private static List<String> expected(ObjectNode request) {
        var argv = new ArrayList<>(List.of("bash", "scripts/x.sh"));
        if (request.path("quiet").asBoolean(false)) {
            argv.add("-q");
        }
        argv.addAll(
                List.of("--count", request.has("count") ? request.get("count").asText() : "3"));
        if (request.has("note")) {
            argv.add("--note=" + request.get("note").textValue());
        }
        if (request.has("mode")) {
            argv.addAll(List.of("--mode", request.get("mode").textValue()));
        }
        if (request.has("target")) {
            argv.add(request.get("target").textValue());
        }
        if (request.path("loud").asBoolean(false)) {
            argv.add("--loud");
        }
        return argv;
    }

    private static boolean isAllowed(ObjectNode request) {
        return request.properties().stream().allMatch(field -> switch (field.getKey()) {
            case "quiet", "loud" -> field.getValue().isBoolean();
            case "count" ->
                field.getValue().isIntegralNumber()
                        && field.getValue().canConvertToInt()
                        && field.getValue().intValue() >= 1
                        && field.getValue().intValue() <= 10;
            case "mode" ->
                field.getValue().isTextual()
                        && Set.of("slow", "very fast").contains(field.getValue().textValue());
            case "note" -> isLine(field.getValue());
            case "target" ->
                isLine(field.getValue()) && field.getValue().textValue().matches("[^-@].*");
            default -> false;
        });
    }

    private static boolean isLine(JsonNode node) {
        return node.isTextual()
                && node.textValue().codePoints().count() <= 40
                && node.textValue().codePoints().noneMatch(point -> switch (Character.getType(point)) {
                    case Character.CONTROL,
                            Character.SURROGATE,
                            Character.LINE_SEPARATOR,
                            Character.PARAGRAPH_SEPARATOR -> true;
                    default -> false;
                });
    }

    /** Mostly the right names with all kinds of values, so that both answers are common. */
    @Provide
    Arbitrary<ObjectNode> requests() {
        var field = Combinators.combine(
                        Arbitraries.frequencyOf(
                                Tuple.of(40, Arbitraries.of("count", "note", "mode", "target", "quiet", "loud")),
                                Tuple.of(1, Arbitraries.of("Count", "", "--count", "args", "note\u0000"))),
                        Arbitraries.frequencyOf(
                                Tuple.of(1, nodes()), Tuple.of(9, Arbitraries.just(NODES.missingNode()))))
                .flatAs((name, value) -> (value.isMissingNode() ? likely(name) : Arbitraries.just(value))
                        .map(node -> Tuple.of(name, node)));
        return field.list().ofMaxSize(5).map(fields -> {
            var object = NODES.objectNode();
            fields.forEach(f -> object.set(f.get1(), f.get2()));
            return object;
        });
    }

    private Arbitrary<JsonNode> likely(String name) {
        return switch (name) {
            case "count" -> Arbitraries.integers().between(-1, 12).map(NODES::numberNode);
            case "mode" -> Arbitraries.of("slow", "very fast", "fast").map(NODES::textNode);
            case "quiet", "loud" -> Arbitraries.of(true, false).map(NODES::booleanNode);
            default -> texts().map(NODES::textNode);
        };
    }

    @Provide
    Arbitrary<JsonNode> nodes() {
        return Arbitraries.oneOf(
                texts().map(NODES::textNode),
                Arbitraries.integers().map(NODES::numberNode),
                Arbitraries.bigIntegers().map(NODES::numberNode),
                Arbitraries.of("5.0", "1e1", "5.5", "1E400", "-0.0").map(n -> NODES.numberNode(new BigDecimal(n))),
                Arbitraries.doubles().map(NODES::numberNode),
                Arbitraries.of(true, false).map(NODES::booleanNode),
                Arbitraries.of(NODES.nullNode(), NODES.arrayNode(), NODES.objectNode(), NODES.missingNode()),
                texts().map(text -> NODES.arrayNode().add(text)),
                texts().map(text -> NODES.objectNode().put("note", text)));
    }

    private static Arbitrary<String> texts() {
        var odd = Arbitraries.of(
                "-rf",
                "--",
                "--loud",
                "-",
                "@file",
                "@",
                "$(id)",
                "`id`",
                "; rm -rf /",
                "a b",
                " -x",
                "\\",
                "'",
                "\"",
                "{note}",
                "{count}",
                "%s",
                "*",
                "~",
                "",
                " ",
                "\u0000",
                "a\u0000b",
                "a\nb",
                "\r",
                "\u001b[2J",
                "\u2028",
                "\u0085",
                "😀",
                "\ud83d",
                "\ude00",
                "a\ud83d",
                "ı",
                "İ",
                "\u202e",
                "\ufeff",
                "–x",
                "5",
                "true",
                "null",
                "x".repeat(40),
                "x".repeat(41),
                "😀".repeat(40),
                "😀".repeat(41),
                "y".repeat(100_000));
        return Arbitraries.oneOf(
                odd,
                Arbitraries.strings().ofMaxLength(45),
                Arbitraries.strings().ascii().ofMaxLength(10));
    }
}
