package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_USERS;

import dev.runner.db.generated.tables.records.RunnerUsersRecord;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/** Who may log in with a password. */
public final class Users {
    public static final int MIN_PASSWORD_LENGTH = 12;
    /** Long enough for any passphrase, short enough that hashing it costs what hashing any other does. */
    public static final int MAX_PASSWORD_LENGTH = 1024;

    public static final int MAX_NAME_LENGTH = 64;
    public static final String NAME_ALLOWED =
            "1 to %d characters of a-z 0-9 . _ @ -, the first a letter or a digit".formatted(MAX_NAME_LENGTH);

    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@-]{0,63}");

    private final DSLContext dsl;
    private final Passwords passwords;

    public Users(DSLContext dsl, Passwords passwords) {
        this.dsl = dsl;
        this.passwords = passwords;
    }

    /** Whether someone could have this name, once it is written as names are kept. */
    public static boolean isName(String username) {
        return USERNAME.matcher(normalise(username)).matches();
    }

    /** What a person typed, as names are kept. */
    public static String normalise(String username) {
        return username.strip().toLowerCase(Locale.ROOT);
    }

    /** The new user; empty when the name is taken. */
    public Optional<User> create(String username, String password, boolean administrator) {
        String name = normalise(username);
        if (!isName(username)) {
            throw new IllegalArgumentException("a username is " + NAME_ALLOWED);
        }
        requireAcceptable(password);
        return dsl.insertInto(RUNNER_USERS)
                .set(RUNNER_USERS.ID, UUID.randomUUID())
                .set(RUNNER_USERS.USERNAME, name)
                .set(RUNNER_USERS.PASSWORD_HASH, passwords.hash(password))
                .set(RUNNER_USERS.ADMINISTRATOR, administrator)
                .onConflict(RUNNER_USERS.USERNAME)
                .doNothing()
                .returning()
                .fetchOptional(Users::toUser);
    }

    public Optional<User> find(String username) {
        return dsl.selectFrom(RUNNER_USERS)
                .where(RUNNER_USERS.USERNAME.eq(normalise(username)))
                .fetchOptional(Users::toUser);
    }

    /** The user, when name and password fit and the account is not disabled; as slow when it is not as when it is. */
    public Optional<User> verify(String username, String password) {
        RunnerUsersRecord row = dsl.selectFrom(RUNNER_USERS)
                .where(RUNNER_USERS.USERNAME.eq(normalise(username)))
                .and(RUNNER_USERS.DISABLED_AT.isNull())
                .fetchOne();
        boolean fits = passwords.verify(password, row == null ? null : row.getPasswordHash());
        return row != null && fits ? Optional.of(toUser(row)) : Optional.empty();
    }

    /**
     * Sets a new password and ends all sessions but one: whoever got in with the old password is out.
     *
     * @return false when the password was changed by someone else since this user was read
     */
    public boolean changePassword(User user, String newPassword, @Nullable UUID keptSession) {
        requireAcceptable(newPassword);
        String hash = passwords.hash(newPassword);
        return dsl.transactionResult(tx -> {
            int changed = tx.dsl()
                    .update(RUNNER_USERS)
                    .set(RUNNER_USERS.PASSWORD_HASH, hash)
                    .set(RUNNER_USERS.PASSWORD_CHANGED_AT, DatabaseTime.NOW)
                    .where(RUNNER_USERS.ID.eq(user.id()))
                    .and(RUNNER_USERS.PASSWORD_CHANGED_AT.eq(user.passwordChangedAt()))
                    .execute();
            if (changed == 0) {
                return false;
            }
            Sessions.endAllOf(tx.dsl(), user.id(), keptSession);
            return true;
        });
    }

    private static void requireAcceptable(String password) {
        if (password.length() < MIN_PASSWORD_LENGTH || password.length() > MAX_PASSWORD_LENGTH) {
            throw new IllegalArgumentException(
                    "a password has %d to %d characters".formatted(MIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH));
        }
    }

    static User toUser(RunnerUsersRecord row) {
        return new User(
                row.getId(),
                row.getUsername(),
                row.getAdministrator(),
                row.getDisabledAt(),
                row.getCreatedAt(),
                row.getPasswordChangedAt());
    }
}
