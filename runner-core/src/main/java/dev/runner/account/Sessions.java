package dev.runner.account;

import static dev.runner.account.DatabaseTime.NOW;
import static dev.runner.account.DatabaseTime.after;
import static dev.runner.account.DatabaseTime.ago;
import static dev.runner.account.DatabaseTime.fromNow;
import static dev.runner.db.generated.Tables.RUNNER_SESSIONS;
import static dev.runner.db.generated.Tables.RUNNER_USERS;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/**
 * Sessions of people who logged in with a password. Each refresh replaces the refresh token; a token that was replaced
 * longer ago than the grace is a stolen one or its theft's victim, so its use ends the session for both.
 */
public final class Sessions {
    /** Two tabs that wake up together, or a client whose answer got lost, come back well within this. */
    public static final Duration GRACE = Duration.ofSeconds(30);

    public static final Duration IDLE_LIMIT = Duration.ofDays(7);
    public static final Duration TOTAL_LIMIT = Duration.ofDays(30);

    private static final List<Field<?>> USER_FIELDS = List.of(
            RUNNER_USERS.ID,
            RUNNER_USERS.USERNAME,
            RUNNER_USERS.ADMINISTRATOR,
            RUNNER_USERS.DISABLED_AT,
            RUNNER_USERS.CREATED_AT,
            RUNNER_USERS.PASSWORD_CHANGED_AT);
    private static final Field<Instant> AT = NOW.as("at");
    private static final Field<Boolean> IN_GRACE =
            DSL.field(RUNNER_SESSIONS.ROTATED_AT.gt(ago(GRACE))).as("in_grace");

    private final DSLContext dsl;

    public Sessions(DSLContext dsl) {
        this.dsl = dsl;
    }

    /** A new session; empty when the user was disabled or got another password since it was verified. */
    public Optional<Session> start(User user) {
        var token = RefreshToken.first();
        UUID id = UUID.randomUUID();
        return dsl.transactionResult(tx -> {
            // The lock makes a concurrent change of the password either wait and see this session, or be seen.
            boolean same = tx.dsl()
                    .selectOne()
                    .from(RUNNER_USERS)
                    .where(RUNNER_USERS.ID.eq(user.id()))
                    .and(RUNNER_USERS.DISABLED_AT.isNull())
                    .and(RUNNER_USERS.PASSWORD_CHANGED_AT.eq(user.passwordChangedAt()))
                    .forShare()
                    .fetchOptional()
                    .isPresent();
            if (!same) {
                return Optional.empty();
            }
            // Nobody else clears them away, and nobody can use them any more.
            tx.dsl()
                    .deleteFrom(RUNNER_SESSIONS)
                    .where(RUNNER_SESSIONS.USER_ID.eq(user.id()))
                    .and(RUNNER_SESSIONS.EXPIRES_AT.lt(NOW))
                    .execute();
            return tx.dsl()
                    .insertInto(RUNNER_SESSIONS)
                    .set(RUNNER_SESSIONS.ID, id)
                    .set(RUNNER_SESSIONS.USER_ID, user.id())
                    .set(RUNNER_SESSIONS.FAMILY_HASH, token.familyHash())
                    .set(RUNNER_SESSIONS.REFRESH_HASH, token.hash())
                    .set(RUNNER_SESSIONS.EXPIRES_AT, fromNow(IDLE_LIMIT))
                    .returningResult(RUNNER_SESSIONS.EXPIRES_AT, NOW)
                    .fetchOptional(row -> new Session(id, user, token.text(), row.value2(), row.value1()));
        });
    }

    /** The session with a token that replaces the given one; empty when the token is no good (any more). */
    public Optional<Session> refresh(String refreshToken) {
        RefreshToken token = RefreshToken.parse(refreshToken);
        if (token == null) {
            return Optional.empty();
        }
        return dsl.transactionResult(tx -> {
            Record row = lockActive(tx.dsl(), token);
            if (row == null) {
                return Optional.empty();
            }
            boolean inGrace = Boolean.TRUE.equals(row.get(IN_GRACE));
            if (Tokens.same(row.get(RUNNER_SESSIONS.REFRESH_HASH), token.hash())) {
                return Optional.of(rotate(tx.dsl(), row, token));
            }
            String previous = row.get(RUNNER_SESSIONS.PREVIOUS_REFRESH_HASH);
            if (inGrace && previous != null && Tokens.same(previous, token.hash())) {
                // The same successor again, whichever answer reaches the browser last.
                RefreshToken successor = token.successor(row.get(RUNNER_SESSIONS.ROTATION_SALT));
                return Optional.of(session(row, successor, row.get(RUNNER_SESSIONS.EXPIRES_AT)));
            }
            // Right after a rotation a request of before the last but one may still be on its way: refuse it, no more.
            if (!inGrace) {
                endWhere(tx.dsl(), RUNNER_SESSIONS.ID.eq(row.get(RUNNER_SESSIONS.ID)));
            }
            return Optional.empty();
        });
    }

    private static @Nullable Record lockActive(DSLContext tx, RefreshToken token) {
        return tx.select(USER_FIELDS)
                .select(
                        RUNNER_SESSIONS.ID,
                        RUNNER_SESSIONS.REFRESH_HASH,
                        RUNNER_SESSIONS.PREVIOUS_REFRESH_HASH,
                        RUNNER_SESSIONS.ROTATION_SALT,
                        RUNNER_SESSIONS.EXPIRES_AT)
                .select(AT, IN_GRACE)
                .from(RUNNER_SESSIONS)
                .join(RUNNER_USERS)
                .on(RUNNER_USERS.ID.eq(RUNNER_SESSIONS.USER_ID))
                .where(RUNNER_SESSIONS.FAMILY_HASH.eq(token.familyHash()))
                .and(isActive())
                .forUpdate()
                .of(RUNNER_SESSIONS)
                .fetchOne();
    }

    private static Session rotate(DSLContext tx, Record row, RefreshToken token) {
        String salt = Tokens.random();
        RefreshToken successor = token.successor(salt);
        Instant expiresAt = tx.update(RUNNER_SESSIONS)
                .set(RUNNER_SESSIONS.REFRESH_HASH, successor.hash())
                .set(RUNNER_SESSIONS.PREVIOUS_REFRESH_HASH, token.hash())
                .set(RUNNER_SESSIONS.ROTATION_SALT, salt)
                .set(RUNNER_SESSIONS.ROTATED_AT, NOW)
                .set(
                        RUNNER_SESSIONS.EXPIRES_AT,
                        DSL.least(fromNow(IDLE_LIMIT), after(RUNNER_SESSIONS.CREATED_AT, TOTAL_LIMIT)))
                .where(RUNNER_SESSIONS.ID.eq(row.get(RUNNER_SESSIONS.ID)))
                .returningResult(RUNNER_SESSIONS.EXPIRES_AT)
                .fetchSingle()
                .value1();
        return session(row, successor, expiresAt);
    }

    /**
     * Whose session it is, while it runs.
     *
     * @param until when the credential that names the session expires, judged by the database's clock as well
     */
    public Optional<User> active(UUID id, Instant until) {
        return dsl.select(USER_FIELDS)
                .from(RUNNER_SESSIONS)
                .join(RUNNER_USERS)
                .on(RUNNER_USERS.ID.eq(RUNNER_SESSIONS.USER_ID))
                .where(RUNNER_SESSIONS.ID.eq(id))
                .and(DSL.val(until, SQLDataType.INSTANT).gt(NOW))
                .and(isActive())
                .fetchOptional(Sessions::user);
    }

    /** Ends the session at once, on all replicas; nothing happens when it has ended already. */
    public void end(UUID id) {
        endWhere(dsl, RUNNER_SESSIONS.ID.eq(id));
    }

    /** Ends the session of a refresh token; an old token will do, because its holder wants to be out. */
    public void endByToken(String refreshToken) {
        RefreshToken token = RefreshToken.parse(refreshToken);
        if (token != null) {
            endWhere(dsl, RUNNER_SESSIONS.FAMILY_HASH.eq(token.familyHash()));
        }
    }

    /** Ends all sessions of the user at once, on all replicas. */
    public void endAll(UUID userId) {
        dsl.transaction(tx -> {
            // A login that is being made holds the user's row until its session is there to be seen.
            tx.dsl()
                    .selectOne()
                    .from(RUNNER_USERS)
                    .where(RUNNER_USERS.ID.eq(userId))
                    .forNoKeyUpdate()
                    .fetch();
            endAllOf(tx.dsl(), userId, null);
        });
    }

    /** Within a transaction that holds the user's row, so that no session is just being started. */
    static void endAllOf(DSLContext tx, UUID userId, @Nullable UUID kept) {
        endWhere(
                tx,
                RUNNER_SESSIONS.USER_ID.eq(userId).and(kept == null ? DSL.noCondition() : RUNNER_SESSIONS.ID.ne(kept)));
    }

    private static void endWhere(DSLContext dsl, Condition which) {
        dsl.update(RUNNER_SESSIONS)
                .set(RUNNER_SESSIONS.ENDED_AT, NOW)
                .where(which)
                .and(RUNNER_SESSIONS.ENDED_AT.isNull())
                .execute();
    }

    private static Condition isActive() {
        return RUNNER_SESSIONS
                .ENDED_AT
                .isNull()
                .and(RUNNER_SESSIONS.EXPIRES_AT.gt(NOW))
                .and(RUNNER_USERS.DISABLED_AT.isNull());
    }

    private static Session session(Record row, RefreshToken token, Instant expiresAt) {
        return new Session(row.get(RUNNER_SESSIONS.ID), user(row), token.text(), row.get(AT), expiresAt);
    }

    private static User user(Record row) {
        return new User(
                row.get(RUNNER_USERS.ID),
                row.get(RUNNER_USERS.USERNAME),
                row.get(RUNNER_USERS.ADMINISTRATOR),
                row.get(RUNNER_USERS.DISABLED_AT),
                row.get(RUNNER_USERS.CREATED_AT),
                row.get(RUNNER_USERS.PASSWORD_CHANGED_AT));
    }
}
