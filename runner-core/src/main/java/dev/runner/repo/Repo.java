package dev.runner.repo;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A place scripts run in. Version 1 knows local paths only. */
public record Repo(
        UUID id,
        String name,
        String sourceType,
        String pathOrUrl,
        @Nullable String branch,
        @Nullable String defaultWorkdir,
        boolean enabled,
        @Nullable Instant lastSyncedAt,
        Instant createdAt,
        Instant updatedAt) {}
