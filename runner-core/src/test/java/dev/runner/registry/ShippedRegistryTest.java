package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.registry.Argument.BoolArgument;
import dev.runner.registry.Argument.IntArgument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The five scripts of the root {@code runner.yml}: what they may be called with is a promise. */
class ShippedRegistryTest {
    private final Registry registry = Given.shipped();

    @Test
    void holds_exactly_these_five_in_this_order() {
        assertThat(registry.scripts())
                .extracting(Script::key)
                .containsExactly("masteragent.full", "nb.stage", "bts.stage", "stcc.stage", "ic.stage");
    }

    @ParameterizedTest
    @CsvSource({
        "masteragent.full, 'Master agent, full run', Pipeline, scripts/masteragent-runner.sh, 7200",
        "nb.stage, NB stage, Stages, scripts/nb-leaf-runner.sh, 3600",
        "bts.stage, BTS stage, Stages, scripts/bts-leaf-runner.sh, 3600",
        "stcc.stage, STCC stage, Stages, scripts/stcc-stage-runner.sh, 3600",
        "ic.stage, IC stage, Stages, scripts/ic-leaf-runner.sh, 3600",
    })
    void each_has_its_label_command_and_timeout(String key, String label, String group, String file, int timeout) {
        var script = Given.shipped(key);
        assertThat(script.label()).isEqualTo(label);
        assertThat(script.description()).isNotBlank();
        assertThat(script.group()).hasValue(group);
        assertThat(script.scriptFile()).hasValue(file);
        assertThat(script.timeoutSeconds()).hasValue(timeout);
        assertThat(Given.argv(script, "{}")).containsExactly("bash", file, "--retries", "3");
        assertThat(Given.argv(script, "{\"leaf_progress\": true, \"retries\": 7}"))
                .containsExactly("bash", file, "--retries", "7", "--leaf-progress");
    }

    @Test
    void none_has_a_policy_beyond_the_defaults_and_its_timeout() {
        assertThat(registry.scripts()).allSatisfy(script -> {
            assertThat(script.concurrencyLimit()).isEmpty();
            assertThat(script.maxAttempts()).isEqualTo(1);
            assertThat(script.retryOnFailure()).isFalse();
            assertThat(script.provider()).isEqualTo("workspace");
            assertThat(script.queue()).isEqualTo("default");
        });
    }

    @Test
    void retries_go_from_1_to_10_and_are_3_unless_given() {
        assertThat(registry.scripts())
                .allSatisfy(script -> assertThat(script.argument("retries")).hasValueSatisfying(argument -> {
                    var retries = (IntArgument) argument;
                    assertThat(retries.min()).isEqualTo(1);
                    assertThat(retries.max()).isEqualTo(10);
                    assertThat(retries.preset()).isEqualTo(OptionalLong.of(3));
                    assertThat(retries.required()).isFalse();
                }));
    }

    @Test
    void switches_are_off_unless_given_and_only_the_master_agent_knows_verbose() {
        for (var script : registry.scripts()) {
            boolean master = script.key().equals("masteragent.full");
            assertThat(script.arguments())
                    .extracting(Argument::name)
                    .isEqualTo(
                            master
                                    ? List.of("retries", "leaf_progress", "verbose")
                                    : List.of("retries", "leaf_progress"));
            assertThat(script.argument("leaf_progress"))
                    .hasValueSatisfying(argument -> assertThat((BoolArgument) argument)
                            .returns("--leaf-progress", BoolArgument::flag)
                            .returns(false, BoolArgument::preset));
        }
    }

    @Test
    void the_master_agent_takes_every_flag() {
        assertThat(Given.argv(
                        Given.shipped("masteragent.full"),
                        "{\"retries\": 10, \"verbose\": true, \"leaf_progress\": true}"))
                .containsExactly(
                        "bash", "scripts/masteragent-runner.sh", "--retries", "10", "--leaf-progress", "--verbose");
    }

    @ParameterizedTest
    @ValueSource(strings = {"nb.stage", "bts.stage", "stcc.stage", "ic.stage"})
    void a_stage_refuses_verbose(String key) {
        assertThat(Given.invalid(Given.shipped(key), "{\"verbose\": true}"))
                .containsExactly(
                        new ArgumentProblem("args.verbose", "is not an argument", "only retries, leaf_progress"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "11", "-1", "2147483648", "9223372036854775808"})
    void retries_out_of_range_are_refused(String retries) {
        assertThat(Given.invalid(Given.shipped("nb.stage"), "{\"retries\": " + retries + "}"))
                .containsExactly(new ArgumentProblem("args.retries", "is out of range", "a whole number from 1 to 10"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nb.Stage", "NB.STAGE", "nb.stage ", "", "nb", "../nb.stage"})
    void another_spelling_is_not_on_the_whitelist(String key) {
        assertThat(registry.find(key)).isEmpty();
    }

    @Test
    void the_demo_workspace_has_every_script_file() {
        assertThat(registry.scripts())
                .allSatisfy(script -> assertThat(Path.of(
                                "..",
                                "examples",
                                "workspace",
                                script.scriptFile().orElseThrow()))
                        .matches(Files::isExecutable, "is executable"));
    }
}
