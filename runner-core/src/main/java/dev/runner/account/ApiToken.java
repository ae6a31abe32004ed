package dev.runner.account;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A token for automation as its owner sees it in a list, without what opens the door. */
public record ApiToken(
        UUID id,
        String owner,
        String name,
        Instant createdAt,
        @Nullable Instant expiresAt,
        @Nullable Instant lastUsedAt) {}
