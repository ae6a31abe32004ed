package dev.runner.api.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CodingTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "br",
                "gzip, deflate, br, zstd",
                "gzip;q=1.0, BR ; q=0.5",
                "br;q=0.001",
                "*",
                "gzip, *;q=0.1",
                "*;q=0, br"
            })
    void is_taken_by_who_names_it_or_takes_anything(String header) {
        assertThat(Coding.BROTLI.isAcceptedBy(header)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gzip", "br;q=0", "br; q=0.000", "BR;Q=0", "*;q=0", "br;q=0, *", "brotli", "identity"})
    void is_not_taken_by_who_does_not_or_refuses_it(String header) {
        assertThat(Coding.BROTLI.isAcceptedBy(header)).isFalse();
    }

    @Test
    void a_client_that_says_nothing_gets_the_plain_file() {
        assertThat(Coding.BROTLI.isAcceptedBy(null)).isFalse();
        assertThat(Coding.GZIP.isAcceptedBy(null)).isFalse();
    }
}
