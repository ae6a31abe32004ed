package dev.runner.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.account.UpdateOutcome.LastAdministrator;
import dev.runner.account.UpdateOutcome.Unknown;
import dev.runner.account.UpdateOutcome.Updated;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class UserAdministrationTest {
    private static final Instant LATER = Instant.parse("9000-01-01T00:00:00Z");
    private static final int ROUNDS = 25;

    private final TestDatabase database;
    private final Accounts accounts;
    private final UserAdministration administration;

    UserAdministrationTest(TestDatabase database) {
        this.database = database;
        this.accounts =
                Accounts.on(database.dataSource(), new Passwords(new PasswordCost(64, 1, 1), 8), LoginLimits.DEFAULT);
        this.administration = accounts.administration();
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Test
    void a_new_user_logs_in_with_the_generated_password() {
        UserWithPassword ida = administration.create("Ida", true).orElseThrow();

        assertThat(ida.user().username()).isEqualTo("ida");
        assertThat(ida.user().administrator()).isTrue();
        assertThat(ida.user().disabledAt()).isNull();
        assertThat(ida.password()).matches("([a-z2-9]{5}-){4}[a-z2-9]{5}");
        assertThat(ida.toString()).doesNotContain(ida.password());
        assertThat(accounts.users().verify("ida", ida.password())).contains(ida.user());
        assertThat(administration.create("IDA", false)).isEmpty();
    }

    @Test
    void users_are_listed_by_name_page_by_page() {
        for (String name : new String[] {"eve", "ada", "grace", "bob"}) {
            administration.create(name, false);
        }

        assertThat(administration.list(50, 0)).extracting(User::username).containsExactly("ada", "bob", "eve", "grace");
        assertThat(administration.list(2, 1)).extracting(User::username).containsExactly("bob", "eve");
        assertThat(administration.count()).isEqualTo(4);
    }

    @Test
    void a_disabled_user_is_out_at_once_and_old_sessions_do_not_come_back() {
        administrator("root");
        UserWithPassword ida = administration.create("ida", false).orElseThrow();
        Session session = accounts.sessions().start(ida.user()).orElseThrow();
        String token = accounts.apiTokens().create("ida", "nightly", null).plain();
        String other = accounts.apiTokens().create("bob", "nightly", null).plain();

        User disabled = updated(ida.user().id(), true, null);
        assertThat(disabled.disabledAt()).isNotNull();
        assertThat(accounts.sessions().active(session.id(), LATER)).isEmpty();
        assertThat(accounts.sessions().refresh(session.refreshToken())).isEmpty();
        assertThat(accounts.users().verify("ida", ida.password())).isEmpty();
        assertThat(accounts.apiTokens().find(token)).isEmpty();
        assertThat(accounts.apiTokens().find(other)).isPresent();
        assertThat(updated(ida.user().id(), true, null)).isEqualTo(disabled);

        assertThat(updated(ida.user().id(), false, null).disabledAt()).isNull();
        assertThat(accounts.users().verify("ida", ida.password())).isPresent();
        assertThat(accounts.apiTokens().find(token)).isPresent();
        assertThat(accounts.sessions().active(session.id(), LATER)).isEmpty();
    }

    @Test
    void what_is_left_out_stays_as_it_is() {
        administrator("root");
        UUID ida = administration.create("ida", false).orElseThrow().user().id();
        updated(ida, true, null);

        User promoted = updated(ida, null, true);
        assertThat(promoted.administrator()).isTrue();
        assertThat(promoted.disabledAt()).isNotNull();
        assertThat(updated(ida, null, null)).isEqualTo(promoted);
        assertThat(administration.update(UUID.randomUUID(), true, null)).isEqualTo(new Unknown());
    }

    @Test
    void the_last_administrator_who_can_log_in_stays_one() {
        User root = administrator("root");
        User disabled = administrator("was-one");
        updated(disabled.id(), true, null);
        administration.create("ida", false);

        assertThat(administration.update(root.id(), true, null)).isEqualTo(new LastAdministrator(root));
        assertThat(administration.update(root.id(), null, false)).isEqualTo(new LastAdministrator(root));
        assertThat(administration.update(root.id(), true, true)).isEqualTo(new LastAdministrator(root));
        // Those who could not manage users before can lose it, too.
        assertThat(updated(disabled.id(), null, false).administrator()).isFalse();

        User second = administrator("second");
        assertThat(updated(root.id(), null, false).administrator()).isFalse();
        assertThat(administration.update(second.id(), true, null)).isInstanceOf(LastAdministrator.class);
    }

    @Test
    void of_administrators_who_disable_each_other_at_once_one_is_left() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            database.clear();
            List<UUID> two =
                    List.of(administrator("ada").id(), administrator("eve").id());

            List<UpdateOutcome> outcomes = Together.run(
                    2, i -> administration.update(two.get(i), i == 0 ? true : null, i == 0 ? null : false));

            assertThat(outcomes).as("round %d", round).hasAtLeastOneElementOfType(Updated.class);
            assertThat(outcomes).as("round %d", round).hasAtLeastOneElementOfType(LastAdministrator.class);
            assertThat(administration.list(50, 0))
                    .as("round %d", round)
                    .filteredOn(user -> user.administrator() && user.disabledAt() == null)
                    .hasSize(1);
        }
    }

    @Test
    void a_login_that_is_made_while_its_user_is_disabled_leads_nowhere() throws Exception {
        administrator("root");
        UserWithPassword ida = administration.create("ida", false).orElseThrow();
        for (int round = 0; round < ROUNDS; round++) {
            List<Object> results = Together.run(
                    2,
                    i -> i == 0
                            ? accounts.sessions().start(ida.user())
                            : administration.update(ida.user().id(), true, null));
            assertThat(results.get(1)).isInstanceOf(Updated.class);
            updated(ida.user().id(), false, null);
            assertThat(database.dsl().fetchValue("SELECT count(*) FROM runner_sessions WHERE ended_at IS NULL"))
                    .as("sessions that outlived being disabled in round %d", round)
                    .isEqualTo(0L);
        }
    }

    @Test
    void a_reset_password_replaces_the_old_and_ends_every_session() {
        UserWithPassword ida = administration.create("ida", false).orElseThrow();
        Session session = accounts.sessions().start(ida.user()).orElseThrow();

        UserWithPassword again = administration.resetPassword(ida.user().id()).orElseThrow();

        assertThat(again.password()).isNotEqualTo(ida.password());
        assertThat(accounts.users().verify("ida", ida.password())).isEmpty();
        assertThat(accounts.users().verify("ida", again.password())).contains(again.user());
        assertThat(accounts.sessions().active(session.id(), LATER)).isEmpty();
        assertThat(accounts.sessions().start(ida.user())).isEmpty();
        assertThat(administration.resetPassword(UUID.randomUUID())).isEmpty();
    }

    @Test
    void all_sessions_of_one_person_end_together() {
        User ida = administration.create("ida", false).orElseThrow().user();
        User bob = administration.create("bob", false).orElseThrow().user();
        Session first = accounts.sessions().start(ida).orElseThrow();
        Session second = accounts.sessions().start(ida).orElseThrow();
        Session others = accounts.sessions().start(bob).orElseThrow();

        accounts.sessions().endAll(ida.id());

        assertThat(accounts.sessions().active(first.id(), LATER)).isEmpty();
        assertThat(accounts.sessions().active(second.id(), LATER)).isEmpty();
        assertThat(accounts.sessions().active(others.id(), LATER)).isPresent();
        assertThat(accounts.sessions().start(ida)).isPresent();
    }

    private User administrator(String name) {
        return administration.create(name, true).orElseThrow().user();
    }

    private User updated(UUID id, @Nullable Boolean disabled, @Nullable Boolean administrator) {
        assertThat(administration.update(id, disabled, administrator)).isInstanceOf(Updated.class);
        return accounts.administration().list(50, 0).stream()
                .filter(user -> user.id().equals(id))
                .findFirst()
                .orElseThrow();
    }
}
