package dev.runner.account;

import java.time.Instant;
import java.util.UUID;

/**
 * Someone with a password of our own keeping.
 *
 * @param passwordChangedAt which password the person was verified with, as far as {@link Sessions#start} cares
 */
public record User(UUID id, String username, boolean administrator, Instant passwordChangedAt) {}
