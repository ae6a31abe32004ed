package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_LOGIN_FAILURES;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.account.LoginLimiter.Outcome;
import dev.runner.account.LoginLimiter.Refused;
import dev.runner.account.LoginLimiter.Reserved;
import dev.runner.db.Databases;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.time.Duration;
import org.jooq.DSLContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class LoginLimiterTest {
    /** So long that no window ends while a test runs. */
    private static final Duration WINDOW = Duration.ofDays(36500);

    private final TestDatabase database;
    private final DSLContext dsl;

    LoginLimiterTest(TestDatabase database) {
        this.database = database;
        this.dsl = database.dsl();
    }

    @BeforeEach
    void clear() {
        database.clear();
    }

    @Test
    void a_person_at_one_address_is_refused_after_five_failures_and_may_still_come_from_another() {
        LoginLimiter limiter = limiter(5, 50, 100, 1000);
        for (int i = 0; i < 5; i++) {
            assertThat(limiter.reserve("ida", "10.0.0.1")).isInstanceOf(Reserved.class);
        }
        assertThat(limiter.reserve("IDA ", "10.0.0.1")).isInstanceOf(Refused.class);
        assertThat(limiter.reserve("ida", "10.0.0.2")).isInstanceOf(Reserved.class);
        assertThat(limiter.reserve("bob", "10.0.0.1")).isInstanceOf(Reserved.class);
    }

    @Test
    void each_of_the_wider_limits_refuses_too() {
        LoginLimiter byAddress = limiter(9, 2, 9, 9);
        assertThat(byAddress.reserve("a", "x")).isInstanceOf(Reserved.class);
        assertThat(byAddress.reserve("b", "x")).isInstanceOf(Reserved.class);
        assertThat(byAddress.reserve("c", "x")).isInstanceOf(Refused.class);

        database.clear();
        LoginLimiter byPerson = limiter(9, 9, 2, 9);
        assertThat(byPerson.reserve("a", "x")).isInstanceOf(Reserved.class);
        assertThat(byPerson.reserve("a", "y")).isInstanceOf(Reserved.class);
        assertThat(byPerson.reserve("a", "z")).isInstanceOf(Refused.class);

        database.clear();
        LoginLimiter inTotal = limiter(9, 9, 9, 2);
        assertThat(inTotal.reserve("a", "x")).isInstanceOf(Reserved.class);
        assertThat(inTotal.reserve("b", "y")).isInstanceOf(Reserved.class);
        assertThat(inTotal.reserve("c", "z")).isInstanceOf(Refused.class);
    }

    @Test
    void a_refused_attempt_counts_against_nothing() {
        LoginLimiter limiter = limiter(1, 50, 100, 1000);
        limiter.reserve("ida", "x");
        String before = counters();
        for (int i = 0; i < 20; i++) {
            assertThat(limiter.reserve("ida", "x")).isInstanceOf(Refused.class);
        }
        assertThat(counters()).isEqualTo(before);
    }

    @Test
    void a_success_gives_its_attempt_back() {
        LoginLimiter limiter = limiter(1, 1, 1, 1);
        for (int i = 0; i < 3; i++) {
            Outcome outcome = limiter.reserve("ida", "x");
            assertThat(outcome).isInstanceOf(Reserved.class);
            limiter.giveBack((Reserved) outcome);
        }
        assertThat(dsl.select(RUNNER_LOGIN_FAILURES.FAILURES)
                        .from(RUNNER_LOGIN_FAILURES)
                        .fetchSet(RUNNER_LOGIN_FAILURES.FAILURES))
                .containsExactly(0);
    }

    @Test
    void the_wait_ends_with_the_window() {
        var limiter = new LoginLimiter(dsl, new LoginLimits(1, 50, 100, 1000, Duration.ofHours(1)));
        limiter.reserve("ida", "x");
        // At most one of these two can be the first of a new hour.
        Outcome second = limiter.reserve("ida", "x");
        Outcome third = limiter.reserve("ida", "x");
        assertThat(second instanceof Refused ? second : third)
                .isInstanceOfSatisfying(
                        Refused.class,
                        refused ->
                                assertThat(refused.retryAfter()).isBetween(Duration.ofSeconds(1), Duration.ofHours(1)));

        dsl.execute("UPDATE runner_login_failures SET window_start = window_start - interval '1 hour'");
        assertThat(limiter.reserve("ida", "x")).isInstanceOf(Reserved.class);
    }

    @Test
    void old_windows_are_cleared_away_by_the_first_attempt_of_a_new_one() {
        LoginLimiter limiter = limiter(5, 50, 100, 1000);
        dsl.execute("INSERT INTO runner_login_failures VALUES ('all', 'epoch'::timestamptz - interval '2 days', 7)");
        limiter.reserve("ida", "x");
        assertThat(dsl.fetchCount(RUNNER_LOGIN_FAILURES, RUNNER_LOGIN_FAILURES.FAILURES.eq(7)))
                .isZero();
    }

    @Test
    void nobody_is_stored_by_what_was_typed() {
        limiter(5, 50, 100, 1000).reserve("my secret passphrase", "x");
        assertThat(counters()).doesNotContain("secret");
    }

    @Test
    void parallel_attempts_over_two_pools_never_exceed_the_limit() throws Exception {
        try (HikariDataSource other = database.newPool(8, "second replica")) {
            LoginLimits limits = new LoginLimits(5, 50, 100, 1000, WINDOW);
            var first = new LoginLimiter(dsl, limits);
            var second = new LoginLimiter(Databases.dsl(other), limits);

            var outcomes = Together.run(64, i -> (i % 2 == 0 ? first : second).reserve("ida", "x"));

            assertThat(outcomes).filteredOn(Reserved.class::isInstance).hasSize(5);
        }
    }

    @Test
    void parallel_attempts_and_successes_of_many_people_do_not_block_each_other_for_good() throws Exception {
        LoginLimiter limiter = limiter(1000, 1000, 1000, 1000);
        var outcomes = Together.run(32, i -> {
            for (int n = 0; n < 10; n++) {
                Outcome outcome = limiter.reserve("person" + (i + n) % 5, "address" + (i * n) % 3);
                limiter.giveBack((Reserved) outcome);
            }
            return true;
        });
        assertThat(outcomes).hasSize(32);
        assertThat(dsl.fetchCount(RUNNER_LOGIN_FAILURES, RUNNER_LOGIN_FAILURES.FAILURES.ne(0)))
                .isZero();
    }

    private LoginLimiter limiter(int pair, int address, int person, int total) {
        return new LoginLimiter(dsl, new LoginLimits(pair, address, person, total, WINDOW));
    }

    private String counters() {
        return dsl.selectFrom(RUNNER_LOGIN_FAILURES)
                .orderBy(RUNNER_LOGIN_FAILURES.SUBJECT)
                .fetch()
                .formatCSV();
    }
}
