package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_SESSIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import org.jooq.DSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class SessionsTest {
    private static final Instant LATER = Instant.parse("9000-01-01T00:00:00Z");

    private final TestDatabase database;
    private final DSLContext dsl;
    private final Sessions sessions;
    private User ida;

    SessionsTest(TestDatabase database) {
        this.database = database;
        this.dsl = database.dsl();
        this.sessions = new Sessions(dsl);
        this.ida = newUser();
    }

    private User newUser() {
        database.clear();
        return new Users(dsl, new Passwords(new PasswordCost(64, 1, 1), 1))
                .create("ida", "correct horse battery", false)
                .orElseThrow();
    }

    @BeforeEach
    void fresh() {
        ida = newUser();
    }

    @Test
    void a_session_is_active_until_it_ends() {
        Session session = sessions.start(ida).orElseThrow();

        assertThat(sessions.active(session.id(), LATER)).contains(ida);
        assertThat(session.expiresAt()).isEqualTo(session.now().plus(Sessions.IDLE_LIMIT));
        sessions.end(session.id());
        assertThat(sessions.active(session.id(), LATER)).isEmpty();
        assertThat(sessions.refresh(session.refreshToken())).isEmpty();
    }

    @Test
    void a_credential_that_expired_by_the_databases_clock_is_no_good() {
        Session session = sessions.start(ida).orElseThrow();
        assertThat(sessions.active(session.id(), session.now())).isEmpty();
    }

    @Test
    void only_hashes_are_stored() {
        Session session = sessions.start(ida).orElseThrow();
        String family = session.refreshToken().substring(0, 43);
        assertThat(dsl.selectFrom(RUNNER_SESSIONS).fetch().toString())
                .doesNotContain(session.refreshToken(), family)
                .contains(Tokens.hash(session.refreshToken()).substring(0, 40));
    }

    @Test
    void each_refresh_replaces_the_token() {
        Session first = sessions.start(ida).orElseThrow();
        Session second = sessions.refresh(first.refreshToken()).orElseThrow();
        Session third = sessions.refresh(second.refreshToken()).orElseThrow();

        assertThat(new HashSet<>(java.util.List.of(first.refreshToken(), second.refreshToken(), third.refreshToken())))
                .hasSize(3);
        assertThat(third.id()).isEqualTo(first.id());
        assertThat(third.user()).isEqualTo(ida);
    }

    @Test
    void two_tabs_with_the_same_token_are_given_the_same_successor() throws Exception {
        Session session = sessions.start(ida).orElseThrow();

        var answers = Together.run(8, i -> sessions.refresh(session.refreshToken()));

        assertThat(answers).doesNotContain(Optional.empty());
        assertThat(answers.stream().map(a -> a.orElseThrow().refreshToken()).distinct())
                .hasSize(1);
    }

    @Test
    void the_previous_token_used_after_the_grace_ends_the_session_for_everybody() {
        Session first = sessions.start(ida).orElseThrow();
        Session second = sessions.refresh(first.refreshToken()).orElseThrow();
        pass(Sessions.GRACE);

        assertThat(sessions.refresh(first.refreshToken())).isEmpty();
        assertThat(sessions.active(first.id(), LATER)).isEmpty();
        assertThat(sessions.refresh(second.refreshToken())).isEmpty();
    }

    @Test
    void the_previous_token_is_good_until_the_grace_is_over() {
        Session first = sessions.start(ida).orElseThrow();
        sessions.refresh(first.refreshToken());
        pass(Sessions.GRACE.minusSeconds(10));
        assertThat(sessions.refresh(first.refreshToken())).isPresent();
    }

    @Test
    void a_token_replaced_twice_ends_the_session_after_the_grace_and_is_merely_refused_within() {
        Session first = sessions.start(ida).orElseThrow();
        Session second = sessions.refresh(first.refreshToken()).orElseThrow();
        Session third = sessions.refresh(second.refreshToken()).orElseThrow();

        assertThat(sessions.refresh(first.refreshToken())).isEmpty();
        assertThat(sessions.active(first.id(), LATER)).isPresent();

        pass(Sessions.GRACE);
        assertThat(sessions.refresh(first.refreshToken())).isEmpty();
        assertThat(sessions.refresh(third.refreshToken())).isEmpty();
    }

    @Test
    void a_refresh_moves_the_end_but_not_beyond_the_total_limit() {
        Session session = sessions.start(ida).orElseThrow();
        dsl.execute("UPDATE runner_sessions SET created_at = created_at - interval '29 days'");
        Session refreshed = sessions.refresh(session.refreshToken()).orElseThrow();
        assertThat(Duration.between(session.now(), refreshed.expiresAt())).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void an_expired_session_is_over_and_cleared_away_at_the_next_login() {
        Session session = sessions.start(ida).orElseThrow();
        dsl.execute("UPDATE runner_sessions SET created_at = now() - interval '9 days',"
                + " expires_at = now() - interval '1 second'");

        assertThat(sessions.active(session.id(), LATER)).isEmpty();
        assertThat(sessions.refresh(session.refreshToken())).isEmpty();
        sessions.start(ida);
        assertThat(dsl.fetchCount(RUNNER_SESSIONS)).isEqualTo(1);
    }

    @Test
    void any_token_of_the_session_ends_it_and_rubbish_ends_nothing() {
        Session first = sessions.start(ida).orElseThrow();
        sessions.refresh(first.refreshToken());

        sessions.endByToken("rubbish");
        sessions.endByToken(RefreshToken.first().text());
        assertThat(sessions.active(first.id(), LATER)).isPresent();
        sessions.endByToken(first.refreshToken());
        assertThat(sessions.active(first.id(), LATER)).isEmpty();
        assertThat(sessions.refresh("rubbish")).isEmpty();
    }

    private void pass(Duration time) {
        dsl.execute("UPDATE runner_sessions SET rotated_at = rotated_at - {0} * interval '1 second'", time.toSeconds());
    }
}
