package dev.runner.db;

import java.security.SecureRandom;
import java.util.UUID;

/**
 * Ids of version 7: milliseconds, then chance. New rows land next to each other in the primary key's index instead of
 * all over it. Nothing may rely on their order; the time is this machine's, not the database's.
 */
public final class TimeOrderedIds {
    private static final SecureRandom RANDOM = new SecureRandom();

    private TimeOrderedIds() {}

    public static UUID next() {
        long high = (System.currentTimeMillis() << 16) | 0x7000L | (RANDOM.nextLong() & 0x0FFFL);
        long low = (RANDOM.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L;
        return new UUID(high, low);
    }
}
