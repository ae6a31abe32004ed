package dev.runner.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.Databases;
import dev.runner.testing.PgBouncer;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(PostgresExtension.class)
class SessionCheckTest {
    private static final String REFUSED = "database: there is a pooler before it that gives each transaction another"
            + " session, but locks, notifications and prepared statements belong to one; connect to PostgreSQL itself,"
            + " or pool by session (PgBouncer: pool_mode = session)";

    private final TestDatabase database;

    SessionCheckTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void connections_to_the_server_own_their_sessions() throws SQLException {
        assertThat(SessionCheck.problem(Databases.single(database.config(2), "test")))
                .isEmpty();
    }

    @Test
    void a_pool_of_connections_inside_the_program_is_no_pooler() throws SQLException {
        assertThat(SessionCheck.problem(database.dataSource())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4"})
    void connections_that_share_sessions_are_refused_however_many_there_are(int sessions) throws SQLException {
        try (var shared = new SharedSessions(database.dataSource(), sessions)) {
            assertThat(SessionCheck.problem(shared.dataSource())).contains(REFUSED);
        }
    }

    @ParameterizedTest
    @CsvSource({"transaction, 0, 1", "transaction, 0, 5", "transaction, 1, 5", "statement, 0, 5"})
    void a_pooler_that_shares_sessions_is_refused(String mode, int takingTurns, int sessions) throws Exception {
        try (var pooler = PgBouncer.before(
                database,
                "pool_mode = " + mode,
                "server_round_robin = " + takingTurns,
                "default_pool_size = " + sessions)) {
            assertThat(SessionCheck.problem(through(pooler))).contains(REFUSED);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1"})
    void it_is_refused_also_while_others_use_it(int takingTurns) throws Exception {
        try (var pooler = PgBouncer.before(
                database, "pool_mode = transaction", "server_round_robin = " + takingTurns, "default_pool_size = 8")) {
            var others = IntStream.range(0, 8).mapToObj(i -> new Other(pooler)).toList();
            try {
                for (int i = 0; i < 20; i++) {
                    assertThat(SessionCheck.problem(through(pooler))).contains(REFUSED);
                }
            } finally {
                for (Other other : others) {
                    other.stop();
                }
            }
        }
    }

    @Test
    void a_pooler_that_gives_each_connection_a_session_is_fine() throws Exception {
        try (var pooler = PgBouncer.before(database, "pool_mode = session")) {
            for (int i = 0; i < 5; i++) {
                assertThat(SessionCheck.problem(through(pooler))).isEmpty();
            }
        }
    }

    @Test
    void a_pooler_without_enough_sessions_is_told_from_one_that_shares_them() throws Exception {
        try (var pooler =
                PgBouncer.before(database, "pool_mode = session", "default_pool_size = 1", "query_wait_timeout = 1")) {
            assertThat(SessionCheck.problem(through(pooler)))
                    .hasValueSatisfying(problem -> assertThat(problem)
                            .startsWith("database: a second connection is not answered while there is one, but each"
                                    + " program needs RUNNER_DATABASE_POOL_SIZE of them and a worker two more: "));
        }
    }

    private static DataSource through(PgBouncer pooler) {
        return Databases.single(pooler.config(), "test");
    }

    /** Somebody else who keeps asking through the same pooler. */
    private static final class Other {
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread thread;

        Other(PgBouncer pooler) {
            thread = Thread.startVirtualThread(() -> {
                try (var connection = through(pooler).getConnection();
                        var statement = connection.createStatement()) {
                    while (!over.get()) {
                        statement.execute("SELECT count(*) FROM generate_series(1, 1000)");
                    }
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            });
        }

        void stop() throws InterruptedException {
            over.set(true);
            thread.join();
        }
    }
}
