package dev.runner.account;

/**
 * What one Argon2id hash costs.
 *
 * @param memoryKib kibibytes each hashing fills
 * @param iterations passes over that memory
 * @param parallelism lanes
 */
public record PasswordCost(int memoryKib, int iterations, int parallelism) {
    /** OWASP's first choice for Argon2id: 19 MiB, two passes, one lane. */
    public static final PasswordCost DEFAULT = new PasswordCost(19 * 1024, 2, 1);

    public PasswordCost {
        if (memoryKib < 8 * parallelism || iterations < 1 || parallelism < 1) {
            throw new IllegalArgumentException("Argon2 needs at least 8 KiB for each lane, one pass and one lane");
        }
    }
}
