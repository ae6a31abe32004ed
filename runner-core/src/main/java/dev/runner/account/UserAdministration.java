package dev.runner.account;

import static dev.runner.account.DatabaseTime.NOW;
import static dev.runner.db.generated.Tables.RUNNER_USERS;

import dev.runner.db.generated.tables.records.RunnerUsersRecord;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/**
 * What administrators do with users. Thread-safe.
 *
 * <p>Locks are taken in one order: the administrators by id, then the user in question, then sessions.
 */
public final class UserAdministration {
    private static final Condition CAN_ADMINISTER =
            RUNNER_USERS.ADMINISTRATOR.isTrue().and(RUNNER_USERS.DISABLED_AT.isNull());

    private final DSLContext dsl;
    private final Users users;
    private final Passwords passwords;

    public UserAdministration(DSLContext dsl, Users users, Passwords passwords) {
        this.dsl = dsl;
        this.users = users;
        this.passwords = passwords;
    }

    /** Everybody by name, disabled ones too. */
    public List<User> list(int limit, long offset) {
        return dsl.selectFrom(RUNNER_USERS)
                .orderBy(RUNNER_USERS.USERNAME)
                .limit(limit)
                .offset(offset)
                .fetch(Users::toUser);
    }

    public int count() {
        return dsl.fetchCount(RUNNER_USERS);
    }

    /** The new user with a generated password; empty when the name is taken. */
    public Optional<UserWithPassword> create(String username, boolean administrator) {
        String password = GeneratedPassword.next();
        return users.create(username, password, administrator).map(user -> new UserWithPassword(user, password));
    }

    /**
     * Changes what is not null. Disabling ends the user's sessions for good; API tokens of that name are refused for as
     * long as it lasts, because {@link ApiTokens#find} asks for it each time.
     */
    public UpdateOutcome update(UUID id, @Nullable Boolean disabled, @Nullable Boolean administrator) {
        boolean takesAway = Boolean.TRUE.equals(disabled) || Boolean.FALSE.equals(administrator);
        return dsl.transactionResult(tx -> {
            // Whoever takes rights away holds all administrators meanwhile. The second of two waits here, and then is
            // given those that are left after the first, by whose rows the guard is judged anew.
            List<UUID> able = takesAway ? lockAdministrators(tx.dsl()) : List.of();
            User before = lock(tx.dsl(), id);
            if (before == null) {
                return new UpdateOutcome.Unknown();
            }
            if (able.equals(List.of(id))) {
                return new UpdateOutcome.LastAdministrator(before);
            }
            User after = change(tx.dsl(), id, disabled, administrator);
            if (Boolean.TRUE.equals(disabled)) {
                Sessions.endAllOf(tx.dsl(), id, null);
            }
            return new UpdateOutcome.Updated(after);
        });
    }

    private static List<UUID> lockAdministrators(DSLContext tx) {
        return tx.select(RUNNER_USERS.ID)
                .from(RUNNER_USERS)
                .where(CAN_ADMINISTER)
                .orderBy(RUNNER_USERS.ID)
                .forNoKeyUpdate()
                .fetch(RUNNER_USERS.ID);
    }

    private static @Nullable User lock(DSLContext tx, UUID id) {
        RunnerUsersRecord row = tx.selectFrom(RUNNER_USERS)
                .where(RUNNER_USERS.ID.eq(id))
                .forNoKeyUpdate()
                .fetchOne();
        return row == null ? null : Users.toUser(row);
    }

    private static User change(DSLContext tx, UUID id, @Nullable Boolean disabled, @Nullable Boolean administrator) {
        return tx.update(RUNNER_USERS)
                .set(RUNNER_USERS.DISABLED_AT, disabledAt(disabled))
                .set(
                        RUNNER_USERS.ADMINISTRATOR,
                        administrator == null ? RUNNER_USERS.ADMINISTRATOR : DSL.val(administrator))
                .where(RUNNER_USERS.ID.eq(id))
                .returning()
                .fetchSingle(Users::toUser);
    }

    /** Whoever is disabled once more stays so since the first time. */
    private static Field<Instant> disabledAt(@Nullable Boolean disabled) {
        if (disabled == null) {
            return RUNNER_USERS.DISABLED_AT;
        }
        return disabled ? DSL.coalesce(RUNNER_USERS.DISABLED_AT, NOW) : DSL.castNull(RUNNER_USERS.DISABLED_AT);
    }

    /** The user with a generated password in place of the old one, and without sessions; empty when there is none. */
    public Optional<UserWithPassword> resetPassword(UUID id) {
        if (!dsl.fetchExists(RUNNER_USERS, RUNNER_USERS.ID.eq(id))) {
            return Optional.empty();
        }
        String password = GeneratedPassword.next();
        String hash = passwords.hash(password);
        return dsl.transactionResult(tx -> {
            Optional<User> changed = tx.dsl()
                    .update(RUNNER_USERS)
                    .set(RUNNER_USERS.PASSWORD_HASH, hash)
                    .set(RUNNER_USERS.PASSWORD_CHANGED_AT, NOW)
                    .where(RUNNER_USERS.ID.eq(id))
                    .returning()
                    .fetchOptional(Users::toUser);
            changed.ifPresent(user -> Sessions.endAllOf(tx.dsl(), user.id(), null));
            return changed.map(user -> new UserWithPassword(user, password));
        });
    }
}
