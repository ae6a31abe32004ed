package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_USERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Instant;
import java.util.Optional;
import org.jooq.DSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class UsersTest {
    private static final String PASSWORD = "correct horse battery";
    private static final Instant LATER = Instant.parse("9000-01-01T00:00:00Z");

    private final TestDatabase database;
    private final DSLContext dsl;
    private final Passwords passwords = new Passwords(new PasswordCost(64, 1, 1), 4);
    private final Users users;
    private final Sessions sessions;

    UsersTest(TestDatabase database) {
        this.database = database;
        this.dsl = database.dsl();
        this.users = new Users(dsl, passwords);
        this.sessions = new Sessions(dsl);
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Test
    void a_user_is_verified_by_name_in_any_case_and_password() {
        User ida = users.create("Ida", PASSWORD, false).orElseThrow();

        assertThat(ida.username()).isEqualTo("ida");
        assertThat(users.verify("IDA", PASSWORD)).contains(ida);
        assertThat(users.verify("ida", PASSWORD + "!")).isEmpty();
        assertThat(users.find("ida")).contains(ida);
        assertThat(users.find("nobody")).isEmpty();
    }

    @Test
    void only_a_hash_is_stored() {
        users.create("ida", PASSWORD, false);
        assertThat(dsl.fetchValue(RUNNER_USERS.PASSWORD_HASH, RUNNER_USERS.USERNAME.eq("ida")))
                .startsWith("$argon2id$");
    }

    @Test
    void an_unknown_user_costs_as_many_hashes_as_a_known_one() {
        users.create("ida", PASSWORD, false);
        long before = passwords.computed();
        users.verify("ida", "wrong password");
        long known = passwords.computed() - before;
        users.verify("nobody", "wrong password");
        assertThat(passwords.computed() - before - known).isEqualTo(known).isEqualTo(1);
    }

    @Test
    void a_name_is_given_once_and_must_be_a_name() {
        users.create("ida", PASSWORD, false);
        assertThat(users.create("IDA", PASSWORD, false)).isEmpty();
        assertThatThrownBy(() -> users.create("no spaces", PASSWORD, false))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> users.create("short", "only eleven", false))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_disabled_user_is_nobody() {
        User ida = users.create("ida", PASSWORD, false).orElseThrow();
        Session session = sessions.start(ida).orElseThrow();
        dsl.execute("UPDATE runner_users SET disabled_at = now()");

        assertThat(users.verify("ida", PASSWORD)).isEmpty();
        assertThat(sessions.active(session.id(), LATER)).isEmpty();
        assertThat(sessions.refresh(session.refreshToken())).isEmpty();
        assertThat(sessions.start(ida)).isEmpty();
    }

    @Test
    void a_new_password_replaces_the_old_and_ends_the_other_sessions() {
        User ida = users.create("ida", PASSWORD, false).orElseThrow();
        Session kept = sessions.start(ida).orElseThrow();
        Session other = sessions.start(ida).orElseThrow();

        assertThat(users.changePassword(ida, "another horse battery", kept.id()))
                .isTrue();

        assertThat(users.verify("ida", PASSWORD)).isEmpty();
        assertThat(users.verify("ida", "another horse battery")).isPresent();
        assertThat(sessions.active(kept.id(), LATER)).isPresent();
        assertThat(sessions.active(other.id(), LATER)).isEmpty();
    }

    @Test
    void who_was_verified_with_the_old_password_can_neither_start_a_session_nor_set_a_password() {
        User before = users.create("ida", PASSWORD, false).orElseThrow();
        users.changePassword(before, "another horse battery", null);

        assertThat(sessions.start(before)).isEmpty();
        assertThat(users.changePassword(before, "a third horse battery", null)).isFalse();
    }

    @Test
    void the_first_login_is_made_once() {
        var firstLogin = new FirstLogin(dsl, passwords);
        FirstLogin.Login login = firstLogin.create().orElseThrow();

        assertThat(login.username()).isEqualTo("admin");
        assertThat(login.password()).matches("([a-z2-9]{5}-){4}[a-z2-9]{5}");
        assertThat(users.verify("admin", login.password()).map(User::administrator))
                .contains(true);
        assertThat(firstLogin.create()).isEmpty();
    }

    @Test
    void no_first_login_is_made_when_somebody_else_exists() {
        users.create("ida", PASSWORD, false);
        assertThat(new FirstLogin(dsl, passwords).create()).isEmpty();
        assertThat(users.find("admin")).isEmpty();
    }

    @Test
    void of_many_processes_that_start_together_one_makes_the_first_login() throws Exception {
        var logins = Together.run(12, i -> new FirstLogin(dsl, passwords).create());

        var made = logins.stream().flatMap(Optional::stream).toList();
        assertThat(made).hasSize(1);
        assertThat(users.verify("admin", made.getFirst().password())).isPresent();
    }
}
