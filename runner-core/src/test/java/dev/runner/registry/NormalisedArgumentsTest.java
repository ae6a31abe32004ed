package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.registry.ArgumentValue.BoolValue;
import dev.runner.registry.ArgumentValue.IntValue;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NormalisedArgumentsTest {
    private final Script master = Given.shipped("masteragent.full");

    @Test
    void every_default_is_written_out_in_the_order_of_declaration() {
        assertThat(Given.valid(master, "{\"verbose\": true}").toJson())
                .hasToString("{\"retries\":3,\"leaf_progress\":false,\"verbose\":true}");
    }

    @Test
    void only_what_differs_from_the_defaults_is_left_for_the_hash_sorted_by_name() {
        var arguments = Given.valid(master, "{\"verbose\": true, \"retries\": 4, \"leaf_progress\": false}");
        assertThat(arguments.withoutDefaults())
                .containsExactly(Map.entry("retries", new IntValue(4)), Map.entry("verbose", new BoolValue(true)));
    }

    @Test
    void an_optional_argument_without_a_default_stays_absent() {
        var script = Given.script("[prog, [--tag, '{tag}']]", "{tag: {type: text, label: T, max_length: 9}}");
        assertThat(Given.valid(script, "{}").values()).isEmpty();
        assertThat(Given.argv(script, "{}")).containsExactly("prog");
        assertThat(Given.argv(script, "{\"tag\": \"x y\"}")).containsExactly("prog", "--tag", "x y");
    }

    @Test
    void how_a_request_was_written_does_not_matter_to_equality() {
        assertThat(Given.valid(master, "{\"retries\": 3}"))
                .isEqualTo(Given.valid(master, "{}"))
                .hasSameHashCodeAs(Given.valid(master, "{}"))
                .isNotEqualTo(Given.valid(master, "{\"retries\": 4}"))
                .isNotEqualTo(Given.valid(Given.shipped("nb.stage"), "{}"));
    }

    @Test
    void cannot_be_changed_and_does_not_print_values() {
        var script = Given.script("[prog, '--p={p}']", "{p: {type: text, label: P, max_length: 9}}");
        var arguments = Given.valid(script, "{\"p\": \"hunter2\"}");
        assertThat(arguments).hasToString("t [p]");
        assertThatThrownBy(() -> arguments.values().clear()).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> arguments.withoutDefaults().clear()).isInstanceOf(UnsupportedOperationException.class);
    }
}
