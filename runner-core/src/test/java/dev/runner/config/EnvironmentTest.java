package dev.runner.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EnvironmentTest {
    private static Environment of(String value) {
        return new Environment(Map.of("RUNNER_X", value));
    }

    private static List<String> problems(Environment environment) {
        var refused = catchThrowableOfType(ConfigException.class, () -> environment.finish(() -> "built"));
        if (refused == null) {
            throw new AssertionError("accepted");
        }
        return refused.problems();
    }

    @Test
    void what_is_not_set_has_its_default() {
        var environment = new Environment(Map.of());
        assertThat(environment.text("RUNNER_X")).isNull();
        assertThat(environment.text("RUNNER_X", "d")).isEqualTo("d");
        assertThat(environment.integer("RUNNER_X", 7, 1, 5)).isEqualTo(7);
        assertThat(environment.flag("RUNNER_X", true)).isTrue();
        assertThat(environment.flag("RUNNER_X", false)).isFalse();
        assertThat(environment.seconds("RUNNER_X", Duration.ofMinutes(2), 1, 9)).isEqualTo(Duration.ofMinutes(2));
        assertThat(environment.parsed("RUNNER_X", List.of(1), _ -> List.<Integer>of(), "a list"))
                .containsExactly(1);
        assertThat(environment.secret("RUNNER_X")).isSameAs(Secret.NONE);
        assertThat(environment.finish(() -> "built")).isEqualTo("built");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "\t \n"})
    void what_is_blank_is_not_set(String blank) {
        var environment = of(blank);
        assertThat(environment.text("RUNNER_X")).isNull();
        assertThat(environment.integer("RUNNER_X", 7, 1, 9)).isEqualTo(7);
        assertThat(environment.flag("RUNNER_X", true)).isTrue();
        assertThat(environment.secret("RUNNER_X").isPresent()).isFalse();
        assertThat(environment.finish(() -> "built")).isEqualTo("built");
    }

    @Test
    void white_space_around_a_value_is_not_part_of_it() {
        assertThat(of(" a b\n").text("RUNNER_X")).isEqualTo("a b");
        assertThat(of(" 5 ").integer("RUNNER_X", 1, 1, 9)).isEqualTo(5);
        assertThat(of(" false ").flag("RUNNER_X", true)).isFalse();
    }

    @Test
    void a_required_value_says_why_it_is_needed() {
        var environment = new Environment(Map.of());
        assertThat(environment.required("RUNNER_X", "the runner keeps its jobs there"))
                .isEmpty();
        assertThat(problems(environment)).containsExactly("RUNNER_X is not set: the runner keeps its jobs there");
        assertThat(of("v").required("RUNNER_X", "why")).isEqualTo("v");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "10", "-1", "5.0", "1e1", "five", "0x5", "5 5", "2147483648", "99999999999999999999"})
    void a_number_out_of_range_or_shape_is_told_with_what_is_allowed(String value) {
        var environment = of(value);
        assertThat(environment.integer("RUNNER_X", 7, 1, 9)).isEqualTo(7);
        assertThat(problems(environment))
                .containsExactly("RUNNER_X must be a whole number from 1 to 9 but is '" + value + "'");
    }

    @ParameterizedTest
    @CsvSource({"1", "9"})
    void the_limits_of_a_range_are_inside_it(int value) {
        var environment = of(String.valueOf(value));
        assertThat(environment.integer("RUNNER_X", 7, 1, 9)).isEqualTo(value);
        assertThat(environment.seconds("RUNNER_X", Duration.ZERO, 1, 9)).isEqualTo(Duration.ofSeconds(value));
        assertThat(environment.finish(() -> "built")).isEqualTo("built");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "True", "yes", "1", "0", "off", "truee"})
    void a_flag_is_true_or_false_and_nothing_like_it(String value) {
        var environment = of(value);
        assertThat(environment.flag("RUNNER_X", true)).isTrue();
        assertThat(problems(environment)).containsExactly("RUNNER_X must be true or false but is '" + value + "'");
    }

    @Test
    void any_other_shape_is_read_by_its_parser() {
        assertThat(of("a,b").parsed("RUNNER_X", List.of(), v -> List.of(v.split(",", -1)), "a list"))
                .containsExactly("a", "b");
    }

    @Test
    void every_problem_is_told_at_once_and_the_result_is_not_built() {
        var environment = new Environment(Map.of("RUNNER_N", "x", "RUNNER_B", "y", "RUNNER_TYPO", "z", "HOME", "/h"));
        assertThat(environment.integer("RUNNER_N", 1, 1, 9)).isEqualTo(1);
        assertThat(environment.flag("RUNNER_B", true)).isTrue();
        assertThat(environment.required("RUNNER_URL", "why")).isEmpty();
        environment.problem("RUNNER_N and RUNNER_B do not go together");
        var refused = catchThrowableOfType(
                ConfigException.class,
                () -> environment.finish(() -> {
                    throw new AssertionError("built although something is wrong");
                }));
        assertThat(refused.problems())
                .containsExactly(
                        "RUNNER_N must be a whole number from 1 to 9 but is 'x'",
                        "RUNNER_B must be true or false but is 'y'",
                        "RUNNER_URL is not set: why",
                        "RUNNER_N and RUNNER_B do not go together",
                        "RUNNER_TYPO is not a setting; see .env.example for those that are");
        assertThat(refused).hasMessageContainingAll("RUNNER_N must", "; RUNNER_B must");
    }

    @Test
    void a_misspelt_name_is_a_problem_unless_another_process_reads_it_or_it_is_not_ours() {
        var values = Map.of("RUNNER_MAX_CONCURENCY", "4", "RUNNER_WORKER_ONLY", "1", "PATH", "/bin", "XRUNNER_Y", "1");
        var environment = new Environment(values);
        environment.alsoKnown(Set.of("RUNNER_WORKER_ONLY"));
        assertThat(problems(environment))
                .containsExactly("RUNNER_MAX_CONCURENCY is not a setting; see .env.example for those that are");
    }

    @Test
    void what_a_record_refuses_is_a_problem_like_any_other() {
        var refused = catchThrowableOfType(
                ConfigException.class,
                () -> new Environment(Map.of()).finish(() -> {
                    throw new IllegalArgumentException("lease must be at least three heartbeats");
                }));
        assertThat(refused.problems()).containsExactly("lease must be at least three heartbeats");
    }

    @Test
    void a_secret_is_held_and_not_shown() {
        var secret = of("hunter2").secret("RUNNER_X");
        assertThat(secret.isPresent()).isTrue();
        assertThat(secret.reveal()).isEqualTo("hunter2");
        assertThat(secret).hasToString("***");
        assertThat("%s %s".formatted(secret, List.of(secret))).doesNotContain("hunter2");
        assertThat(Secret.NONE).hasToString("(not set)");
    }

    @Test
    void later_changes_of_the_map_are_not_seen() {
        var values = new HashMap<>(Map.of("RUNNER_X", "before"));
        var environment = new Environment(values);
        values.put("RUNNER_X", "after");
        assertThat(environment.text("RUNNER_X")).isEqualTo("before");
    }
}
