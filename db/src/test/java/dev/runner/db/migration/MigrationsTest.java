package dev.runner.db.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrationsTest {
    private static final int DEADLINE_SECONDS = 60;

    private final EmbeddedDatabase server = EmbeddedDatabase.temporary();

    @AfterAll
    void stop() throws IOException {
        server.close();
    }

    @Test
    void a_database_is_brought_from_nothing_to_what_this_build_needs() throws SQLException {
        var migrations = new Migrations(database("fresh"));
        SchemaState before = migrations.state();
        assertThat(before.version()).isEqualTo(SchemaState.NONE);
        assertThat(before.current()).isFalse();

        assertThat(migrations.apply()).isEqualTo(before.pending());

        SchemaState after = migrations.state();
        assertThat(after.current()).isTrue();
        assertThat(after.version()).isEqualTo(after.expected()).isEqualTo(before.expected());
        assertThat(after.ahead()).isFalse();
        assertThat(migrations.apply()).isZero();
    }

    /** An index that is made while jobs go on is outside of any transaction: half of one stays when its session ends. */
    @ParameterizedTest
    @ValueSource(strings = {"pg_terminate_backend", "pg_cancel_backend"})
    void an_index_whose_making_was_cut_off_is_made_anew(String cut) throws Exception {
        DataSource database = database("cut_by_" + cut);
        Flyway.configure()
                .dataSource(database)
                .locations("classpath:db/migration")
                .target("8")
                .load()
                .migrate();
        var migrations = new Migrations(database);
        try (Connection writer = database.getConnection()) {
            // It waits for everybody who may be writing to the table.
            writer.setAutoCommit(false);
            execute(writer, "LOCK TABLE runner_jobs IN ROW EXCLUSIVE MODE");
            CompletableFuture<Integer> cutOff = CompletableFuture.supplyAsync(migrations::apply);
            awaitAndCut(database, cut);
            assertThatThrownBy(() -> cutOff.get(DEADLINE_SECONDS, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
            writer.rollback();
        }
        assertThat(migrations.state().current()).isFalse();
        assertThat(migrations.state().version()).isEqualTo("8");
        assertThat(indexes(database)).isEqualTo("idx_runner_jobs_finished false, idx_runner_jobs_finished_at true");

        assertThat(migrations.apply()).isPositive();

        assertThat(migrations.state().current()).isTrue();
        assertThat(indexes(database)).isEqualTo("idx_runner_jobs_finished true");
    }

    @Test
    void versions_are_numbers_and_not_texts() {
        assertThat(SchemaState.compare("10", "9")).isPositive();
        assertThat(SchemaState.compare("9", "9")).isZero();
        assertThat(SchemaState.compare(SchemaState.NONE, "1")).isNegative();
    }

    private DataSource database(String name) throws SQLException {
        try (Connection connection = server.dataSource("postgres").getConnection()) {
            execute(connection, "CREATE DATABASE " + name);
        }
        return server.dataSource(name);
    }

    private static void awaitAndCut(DataSource database, String cut) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        String end = """
                SELECT count(%s(pid)) FROM pg_stat_activity
                WHERE query LIKE 'CREATE INDEX CONCURRENTLY%%' AND datname = current_database()
                  AND wait_event_type = 'Lock'""".formatted(cut);
        try (Connection connection = database.getConnection()) {
            while (!single(connection, end).equals("1")) {
                assertThat(System.nanoTime()).as("it never waited").isLessThan(deadline);
                Thread.onSpinWait();
            }
        }
    }

    private static String indexes(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection()) {
            return single(connection, """
                    SELECT string_agg(c.relname || ' ' || i.indisvalid, ', ' ORDER BY c.relname)
                    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                    WHERE c.relname LIKE 'idx\\_runner\\_jobs\\_finished%'""");
        }
    }

    private static String single(Connection connection, String query) throws SQLException {
        try (var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            row.next();
            return String.valueOf(row.getString(1));
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
