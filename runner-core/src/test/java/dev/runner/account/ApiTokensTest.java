package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_API_TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class ApiTokensTest {
    private final TestDatabase database;
    private final DSLContext dsl;
    private final ApiTokens tokens;

    ApiTokensTest(TestDatabase database) {
        this.database = database;
        this.dsl = database.dsl();
        this.tokens = new ApiTokens(dsl);
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Test
    void a_token_is_found_by_its_plain_text_of_which_only_a_hash_is_stored() {
        var created = tokens.create("ida", "nightly", null);

        assertThat(created.plain()).matches("rnr_[A-Za-z0-9_-]{43}");
        assertThat(tokens.find(created.plain()).map(ApiToken::id))
                .contains(created.token().id());
        assertThat(dsl.fetchValue(RUNNER_API_TOKENS.TOKEN_HASH))
                .matches("[0-9a-f]{64}")
                .isEqualTo(Tokens.hash(created.plain()));
        assertThat(tokens.find(created.plain() + "x")).isEmpty();
        assertThat(tokens.find("rnr_" + "x".repeat(5000))).isEmpty();
    }

    @Test
    void a_revoked_token_opens_nothing_and_only_its_owner_can_revoke_it() {
        var created = tokens.create("ida", "nightly", null);

        assertThat(tokens.revoke("bob", created.token().id())).isFalse();
        assertThat(tokens.revoke("ida", UUID.randomUUID())).isFalse();
        assertThat(tokens.find(created.plain())).isPresent();
        assertThat(tokens.revoke("ida", created.token().id())).isTrue();
        assertThat(tokens.find(created.plain())).isEmpty();
        assertThat(tokens.revoke("ida", created.token().id())).isFalse();
        assertThat(tokens.list("ida", 50, 0)).isEmpty();
    }

    @Test
    void an_expired_token_opens_nothing_but_is_still_listed() {
        var created = tokens.create("ida", "nightly", Duration.ofDays(1));
        assertThat(created.token().expiresAt())
                .isEqualTo(created.token().createdAt().plus(Duration.ofDays(1)));
        assertThat(tokens.find(created.plain())).isPresent();

        dsl.execute("UPDATE runner_api_tokens SET expires_at = now()");
        assertThat(tokens.find(created.plain())).isEmpty();
        assertThat(tokens.list("ida", 50, 0)).hasSize(1);
    }

    @Test
    void a_disabled_owner_takes_the_tokens_along() {
        new Users(dsl, new Passwords(new PasswordCost(64, 1, 1), 1)).create("ida", "correct horse battery", false);
        var created = tokens.create("ida", "nightly", null);
        assertThat(tokens.find(created.plain())).isPresent();
        dsl.execute("UPDATE runner_users SET disabled_at = now()");
        assertThat(tokens.find(created.plain())).isEmpty();
    }

    @Test
    void everyone_sees_their_own_newest_first() {
        tokens.create("ida", "old", null);
        tokens.create("ida", "new", null);
        tokens.create("bob", "other", null);

        assertThat(tokens.list("ida", 50, 0)).extracting(ApiToken::name).containsExactly("new", "old");
        assertThat(tokens.list("ida", 1, 1)).extracting(ApiToken::name).containsExactly("old");
        assertThat(tokens.count("ida")).isEqualTo(2);
    }

    @Test
    void the_last_use_is_recorded_at_most_once_a_minute() {
        var created = tokens.create("ida", "nightly", null);
        tokens.find(created.plain());
        Instant first = lastUse();
        assertThat(first).isNotNull();

        dsl.execute("UPDATE runner_api_tokens SET last_used_at = last_used_at - interval '50 seconds'");
        Instant shifted = lastUse();
        tokens.find(created.plain());
        assertThat(lastUse()).isEqualTo(shifted);

        dsl.execute("UPDATE runner_api_tokens SET last_used_at = last_used_at - interval '50 seconds'");
        tokens.find(created.plain());
        assertThat(lastUse()).isAfterOrEqualTo(first);
    }

    private @Nullable Instant lastUse() {
        return dsl.fetchValue(RUNNER_API_TOKENS.LAST_USED_AT);
    }
}
