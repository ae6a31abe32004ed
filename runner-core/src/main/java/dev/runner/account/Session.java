package dev.runner.account;

import java.time.Instant;
import java.util.UUID;

/**
 * A running session as its holder is given it.
 *
 * @param refreshToken what the next refresh needs; only its hash is kept
 * @param now the database's time of this answer
 * @param expiresAt when the session ends unless it is refreshed
 */
public record Session(UUID id, User user, String refreshToken, Instant now, Instant expiresAt) {
    @Override
    public String toString() {
        return "Session[id=%s, user=%s]".formatted(id, user.username());
    }
}
