package dev.runner.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Sessions of a real server, some of which begin something and do not end it. */
@ExtendWith(PostgresExtension.class)
class OldestTransactionTest {
    private final TestDatabase database;

    OldestTransactionTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void none_is_open_but_the_one_that_asks() {
        assertThat(OldestTransaction.read(database.dsl())).isEmpty();
        assertThat(new Diagnostics(database.dsl()).totals().oldestTransactionSeconds())
                .isZero();
    }

    @Test
    void the_oldest_is_told_with_whose_it_is_and_grows_older() throws SQLException {
        try (Connection old = connect("report");
                Connection young = connect("other")) {
            begin(old);
            begin(young);

            OldestTransaction oldest = OldestTransaction.read(database.dsl()).orElseThrow();
            assertThat(oldest.pid()).isEqualTo(pid(old));
            assertThat(oldest.name()).isEqualTo("report");
            assertThat(oldest.role()).isEqualTo(user(database.dsl()));
            assertThat(oldest.doing()).isEqualTo("idle in transaction");
            assertThat(oldest.ageSeconds()).isNotNegative();

            var diagnostics = new Diagnostics(database.dsl());
            while (diagnostics.totals().oldestTransactionSeconds() < 1) {
                Thread.onSpinWait();
            }
            assertThat(diagnostics.read().oldestTransaction())
                    .extracting(OldestTransaction::pid)
                    .isEqualTo(pid(old));
        }
    }

    @Test
    void one_of_another_database_of_the_server_keeps_nothing_of_ours() throws SQLException {
        try (Connection elsewhere =
                DriverManager.getConnection(database.jdbcUrl().replaceFirst("(//[^/]+/)[^?]*", "$1template1"))) {
            begin(elsewhere);

            assertThat(OldestTransaction.read(database.dsl())).isEmpty();
        }
    }

    @Test
    void a_prepared_one_has_no_session_and_is_told_by_its_name() {
        assumeTrue(
                !"0".equals(database.dsl().fetchValue("SHOW max_prepared_transactions")),
                "this server prepares no transactions");
        database.dsl().connection(connection -> {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("CREATE TABLE of_prepared ()");
                statement.execute("PREPARE TRANSACTION 'half done'");
            }
            connection.setAutoCommit(true);
        });
        try {
            assertThat(OldestTransaction.read(database.dsl())).hasValueSatisfying(oldest -> {
                assertThat(oldest.pid()).isNull();
                assertThat(oldest.name()).isEqualTo("half done");
                assertThat(oldest.role()).isEqualTo(user(database.dsl()));
            });
        } finally {
            database.dsl().execute("ROLLBACK PREPARED 'half done'");
        }
    }

    @Test
    void a_role_that_may_not_see_those_of_others_sees_none_until_it_may() throws SQLException {
        String role = "seer_" + ProcessHandle.current().pid();
        database.dsl().execute("CREATE ROLE " + role);
        try (Connection old = connect("report");
                Connection seer = connect("seer")) {
            begin(old);
            DSLContext sees = DSL.using(seer, SQLDialect.POSTGRES);
            sees.execute("SET ROLE " + role);

            assertThat(OldestTransaction.read(sees)).isEmpty();

            database.dsl().execute("GRANT pg_read_all_stats TO " + role);
            assertThat(OldestTransaction.read(sees)).map(OldestTransaction::pid).isEqualTo(Optional.of(pid(old)));
        } finally {
            database.dsl().execute("DROP ROLE " + role);
        }
    }

    private Connection connect(String name) throws SQLException {
        var properties = new Properties();
        properties.setProperty("ApplicationName", name);
        return DriverManager.getConnection(database.jdbcUrl(), properties);
    }

    private static void begin(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        pid(connection);
    }

    private static int pid(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static String user(DSLContext dsl) {
        return String.valueOf(dsl.fetchValue("SELECT current_user"));
    }
}
