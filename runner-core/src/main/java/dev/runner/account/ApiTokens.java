package dev.runner.account;

import static dev.runner.account.DatabaseTime.NOW;
import static dev.runner.account.DatabaseTime.ago;
import static dev.runner.account.DatabaseTime.fromNow;
import static dev.runner.db.generated.Tables.RUNNER_API_TOKENS;
import static dev.runner.db.generated.Tables.RUNNER_USERS;

import dev.runner.db.generated.tables.records.RunnerApiTokensRecord;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** Tokens for automation: made and revoked by a person, and acting in that person's name. */
public final class ApiTokens {
    /** By it a token is told from a JWT, and found by scanners when it was committed somewhere. */
    public static final String PREFIX = "rnr_";

    public static final int MAX_NAME_LENGTH = 100;

    private static final int MAX_LENGTH = 100;
    /** Precise enough to find the unused ones; each request would otherwise write a row. */
    private static final Duration USE_PRECISION = Duration.ofMinutes(1);

    private static final Field<Boolean> USE_IS_STALE = DSL.field(
                    RUNNER_API_TOKENS.LAST_USED_AT.isNull().or(RUNNER_API_TOKENS.LAST_USED_AT.lt(ago(USE_PRECISION))))
            .as("use_is_stale");

    private final DSLContext dsl;

    public ApiTokens(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * A token right after it was made.
     *
     * @param plain shown once; only its hash is kept
     */
    public record Created(ApiToken token, String plain) {
        @Override
        public String toString() {
            return "Created[token=%s, plain=***]".formatted(token);
        }
    }

    /**
     * Makes a token.
     *
     * @param lifetime null for a token that stays good until it is revoked
     */
    public Created create(String owner, String name, @Nullable Duration lifetime) {
        String plain = PREFIX + Tokens.random();
        RunnerApiTokensRecord row = dsl.insertInto(RUNNER_API_TOKENS)
                .set(RUNNER_API_TOKENS.ID, UUID.randomUUID())
                .set(RUNNER_API_TOKENS.OWNER, owner)
                .set(RUNNER_API_TOKENS.NAME, name)
                .set(RUNNER_API_TOKENS.TOKEN_HASH, Tokens.hash(plain))
                .set(
                        RUNNER_API_TOKENS.EXPIRES_AT,
                        lifetime == null ? DSL.castNull(RUNNER_API_TOKENS.EXPIRES_AT) : fromNow(lifetime))
                .returning()
                .fetchSingle();
        return new Created(toToken(row), plain);
    }

    /** The owner's tokens that were not revoked, newest first. */
    public List<ApiToken> list(String owner, int limit, long offset) {
        return dsl.selectFrom(RUNNER_API_TOKENS)
                .where(notRevoked(owner))
                .orderBy(RUNNER_API_TOKENS.CREATED_AT.desc(), RUNNER_API_TOKENS.ID)
                .limit(limit)
                .offset(offset)
                .fetch(ApiTokens::toToken);
    }

    public int count(String owner) {
        return dsl.fetchCount(RUNNER_API_TOKENS, notRevoked(owner));
    }

    /** Whether the owner had such a token; it opens nothing from now on, on any replica. */
    public boolean revoke(String owner, UUID id) {
        return dsl.update(RUNNER_API_TOKENS)
                        .set(RUNNER_API_TOKENS.REVOKED_AT, NOW)
                        .where(notRevoked(owner))
                        .and(RUNNER_API_TOKENS.ID.eq(id))
                        .execute()
                == 1;
    }

    /**
     * The token behind its plain text, if it is still good and its owner is not disabled.
     *
     * <p>The owner is a name, because people of the identity provider have no row here. Whoever is known by the same
     * name there and here is one person to everything else, too: jobs, limits, this list. So a name that is disabled here
     * takes along the tokens that were made with a login of the provider. Otherwise a token would outlive its owner just
     * by how they had logged in on the day it was made.
     */
    public Optional<ApiToken> find(String plain) {
        if (!plain.startsWith(PREFIX) || plain.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        var row = dsl.select(RUNNER_API_TOKENS.asterisk(), USE_IS_STALE)
                .from(RUNNER_API_TOKENS)
                .where(RUNNER_API_TOKENS.TOKEN_HASH.eq(Tokens.hash(plain)))
                .and(RUNNER_API_TOKENS.REVOKED_AT.isNull())
                .and(RUNNER_API_TOKENS.EXPIRES_AT.isNull().or(RUNNER_API_TOKENS.EXPIRES_AT.gt(NOW)))
                .andNotExists(DSL.selectOne()
                        .from(RUNNER_USERS)
                        .where(RUNNER_USERS.USERNAME.eq(RUNNER_API_TOKENS.OWNER))
                        .and(RUNNER_USERS.DISABLED_AT.isNotNull()))
                .fetchOne();
        if (row == null) {
            return Optional.empty();
        }
        ApiToken token = toToken(row.into(RUNNER_API_TOKENS));
        if (row.get(USE_IS_STALE)) {
            recordUse(token.id());
        }
        return Optional.of(token);
    }

    private void recordUse(UUID id) {
        dsl.update(RUNNER_API_TOKENS)
                .set(RUNNER_API_TOKENS.LAST_USED_AT, NOW)
                .where(RUNNER_API_TOKENS.ID.eq(id))
                .and(RUNNER_API_TOKENS.LAST_USED_AT.isNull().or(RUNNER_API_TOKENS.LAST_USED_AT.lt(ago(USE_PRECISION))))
                .execute();
    }

    private static Condition notRevoked(String owner) {
        return RUNNER_API_TOKENS.OWNER.eq(owner).and(RUNNER_API_TOKENS.REVOKED_AT.isNull());
    }

    private static ApiToken toToken(RunnerApiTokensRecord row) {
        return new ApiToken(
                row.getId(),
                row.getOwner(),
                row.getName(),
                row.getCreatedAt(),
                row.getExpiresAt(),
                row.getLastUsedAt());
    }
}
