package dev.runner.worker.execution;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Version 1 of the execution contract's result, without its output: that is in the log, and a second copy of it would
 * escape redaction and retention.
 *
 * @param startedAt null when nothing was started
 * @param exitCode null when there was no process, or nobody knows
 */
public record ExecutionResult(
        Status status,
        @Nullable Integer exitCode,
        @Nullable Instant startedAt,
        Instant finishedAt,
        @Nullable Failure error,
        Map<String, String> providerMetadata) {
    public static final String CONTRACT_VERSION = "v1";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** How it ended. */
    public enum Status {
        SUCCESS,
        FAILED,
        CANCELLED,
        TIMEOUT,
        DISPATCH_FAILED,
        DISPATCH_UNCERTAIN,
        INFRA_ERROR
    }

    /** What kind of failure it was. */
    public enum ErrorCode {
        VALIDATION_ERROR,
        PROVIDER_ERROR,
        DISPATCH_ERROR,
        TIMEOUT,
        CANCELLED,
        EXECUTION_ERROR,
        INFRA_ERROR,
        UNKNOWN
    }

    /** What went wrong, for programs and for people. */
    public record Failure(ErrorCode code, String message) {}

    public ExecutionResult {
        providerMetadata = Map.copyOf(providerMetadata);
        if ((status == Status.SUCCESS) != (error == null)) {
            throw new IllegalArgumentException("a result has an error unless it is a success: " + status);
        }
    }

    /** The names and values of the contract. */
    public String toJson() {
        ObjectNode json = MAPPER.createObjectNode()
                .put("contract_version", CONTRACT_VERSION)
                .put("status", wire(status))
                .put("exit_code", exitCode)
                .put("started_at", startedAt == null ? null : startedAt.toString())
                .put("finished_at", finishedAt.toString());
        if (error == null) {
            json.putNull("error");
        } else {
            json.putObject("error").put("code", wire(error.code())).put("message", error.message());
        }
        ObjectNode metadata = json.putObject("provider_metadata");
        providerMetadata.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(entry -> metadata.put(entry.getKey(), entry.getValue()));
        try {
            return MAPPER.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of plain values cannot be written", e);
        }
    }

    private static String wire(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
