package dev.runner.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogWarmUpTest {
    @Test
    void reads_enough_to_be_worth_it_and_comes_to_an_end() {
        assertThat(LogWarmUp.read()).isBetween(200_000L, 1_000_000L);
    }
}
