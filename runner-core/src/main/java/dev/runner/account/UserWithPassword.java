package dev.runner.account;

/**
 * A user right after a password was generated.
 *
 * @param password shown once; only its hash is kept
 */
public record UserWithPassword(User user, String password) {
    @Override
    public String toString() {
        return "UserWithPassword[user=%s, password=***]".formatted(user.username());
    }
}
