package dev.runner.account;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Someone with a password of our own keeping.
 *
 * @param disabledAt since when the person is kept out; null: is not
 * @param passwordChangedAt which password the person was verified with, as far as {@link Sessions#start} cares
 */
public record User(
        UUID id,
        String username,
        boolean administrator,
        @Nullable Instant disabledAt,
        Instant createdAt,
        Instant passwordChangedAt) {}
