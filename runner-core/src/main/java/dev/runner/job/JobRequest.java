package dev.runner.job;

import dev.runner.registry.NormalisedArguments;
import dev.runner.registry.PayloadHash;
import dev.runner.registry.Script;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job somebody asks for, checked in every respect that needs no database.
 *
 * @param idempotencyKey two requests of one person with the same key are one job
 * @param notBefore null: as soon as there is a free slot
 * @param timeoutSeconds what was asked for, or the script's own
 * @param retryOf the job this one repeats
 * @param origin where the request came from, for the audit event; JSON
 */
public record JobRequest(
        UUID repoId,
        Script script,
        NormalisedArguments arguments,
        String requestedBy,
        @Nullable String idempotencyKey,
        int priority,
        @Nullable Instant notBefore,
        int timeoutSeconds,
        @Nullable UUID retryOf,
        String origin) {

    public JobRequest {
        if (!arguments.scriptKey().equals(script.key())) {
            throw new IllegalArgumentException("the arguments are those of " + arguments.scriptKey());
        }
    }

    PayloadHash hash() {
        return PayloadHash.of(repoId, arguments);
    }
}
