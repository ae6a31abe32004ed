package dev.runner.worker.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExecutionResultTest {
    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");
    private static final Instant END = Instant.parse("2026-01-02T03:04:06.5Z");

    @Test
    void a_success_has_no_error() {
        var result = new ExecutionResult(
                ExecutionResult.Status.SUCCESS, 0, START, END, null, Map.of("pid", "17", "host", "h"));

        assertThat(result.toJson()).isEqualTo("""
                        {"contract_version":"v1","status":"success","exit_code":0,\
                        "started_at":"2026-01-02T03:04:05Z","finished_at":"2026-01-02T03:04:06.500Z",\
                        "error":null,"provider_metadata":{"host":"h","pid":"17"}}""");
    }

    @Test
    void values_are_spelled_as_in_the_contract_in_every_locale() {
        var failure = new ExecutionResult.Failure(ExecutionResult.ErrorCode.INFRA_ERROR, "disk \"full\"");
        var result = new ExecutionResult(ExecutionResult.Status.INFRA_ERROR, null, null, END, failure, Map.of());

        assertThat(result.toJson())
                .contains("\"status\":\"infra_error\",\"exit_code\":null,\"started_at\":null")
                .contains("\"error\":{\"code\":\"infra_error\",\"message\":\"disk \\\"full\\\"\"}");
    }

    @Test
    void everything_but_a_success_says_what_went_wrong() {
        assertThatThrownBy(() -> new ExecutionResult(ExecutionResult.Status.FAILED, 1, START, END, null, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
        var failure = new ExecutionResult.Failure(ExecutionResult.ErrorCode.UNKNOWN, "");
        assertThatThrownBy(() -> new ExecutionResult(ExecutionResult.Status.SUCCESS, 0, START, END, failure, Map.of()))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
