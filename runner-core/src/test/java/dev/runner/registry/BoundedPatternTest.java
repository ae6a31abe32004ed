package dev.runner.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedPatternTest {
    @Test
    void matches_the_whole_text_only() {
        var pattern = BoundedPattern.of("[a-z0-9-]+");
        assertThat(pattern.matches("release-12")).isTrue();
        assertThat(pattern.matches("release 12")).isFalse();
        assertThat(pattern.matches("release-12\n")).isFalse();
        assertThat(BoundedPattern.of("a|ab").matches("ab")).isTrue();
        assertThat(BoundedPattern.of("^a$").matches("ab")).isFalse();
    }

    @Test
    void letters_fold_the_same_way_in_every_locale() {
        assertThat(BoundedPattern.of("(?i)title").matches("TITLE")).isTrue();
    }

    @Test
    void the_longest_text_allowed_is_matched_by_ordinary_patterns() {
        var text = "word-".repeat(Argument.MAX_TEXT_LENGTH / 5);
        assertThat(BoundedPattern.of("([a-z]+-)+").matches(text)).isTrue();
        assertThat(BoundedPattern.of(".*-.*-.*-").matches(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+b", "(a|aa)+b", "(a*)*b", "(.*a){25}b", "(?:a?){60}a{60}b"})
    @Timeout(5)
    void a_careless_pattern_gives_up_instead_of_running_for_years(String source) {
        assertThat(BoundedPattern.of(source).matches("a".repeat(Argument.MAX_TEXT_LENGTH)))
                .isFalse();
    }

    @Test
    void a_pattern_that_needs_a_deep_stack_ends_this_match_only() throws InterruptedException {
        var answer = new boolean[] {true};
        var small = Thread.ofPlatform()
                .stackSize(200_000)
                .start(() -> answer[0] = BoundedPattern.of("(a|b)*").matches("ab".repeat(100_000)));
        assertThat(small.join(Duration.ofSeconds(10))).isTrue();
        assertThat(answer[0]).isFalse();
    }

    @Test
    void equal_sources_are_equal_patterns() {
        assertThat(BoundedPattern.of("a+")).isEqualTo(BoundedPattern.of("a+")).hasToString("a+");
        assertThat(BoundedPattern.of("a+")).isNotEqualTo(BoundedPattern.of("a*"));
    }
}
