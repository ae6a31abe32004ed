package dev.runner.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.PSQLState;
import org.postgresql.util.ServerErrorMessage;

/** Every constraint of the migrations refuses what it is for; each test works in a transaction that is rolled back. */
@ExtendWith(PostgresExtension.class)
class SchemaConstraintsTest {
    private final Connection connection;

    SchemaConstraintsTest(TestDatabase database) throws SQLException {
        this.connection = database.dataSource().getConnection();
    }

    @BeforeEach
    void seed() throws SQLException {
        connection.setAutoCommit(false);
        for (var sql : SchemaCases.SEED) {
            execute(sql);
        }
    }

    @AfterEach
    void forget() throws SQLException {
        connection.rollback();
        connection.close();
    }

    static Stream<SchemaCases.Breach> breaches() {
        return SchemaCases.breaches();
    }

    static Stream<String> notNullColumns() {
        return SchemaCases.NOT_NULL.entrySet().stream()
                .flatMap(e -> e.getValue().stream().map(column -> e.getKey() + "." + column));
    }

    @ParameterizedTest
    @MethodSource("breaches")
    void a_row_that_breaks_a_constraint_is_refused_by_that_constraint(SchemaCases.Breach breach) {
        assertThat(refusal(breach.sql()).getConstraint()).isEqualTo(breach.constraint());
    }

    @ParameterizedTest
    @MethodSource("notNullColumns")
    void a_value_that_must_be_there_cannot_be_taken_away(String column) {
        var table = column.substring(0, column.indexOf('.'));
        var name = column.substring(column.indexOf('.') + 1);
        var refusal = refusal("UPDATE %s SET %s = NULL".formatted(table, name));
        assertThat(refusal.getSQLState()).isEqualTo(PSQLState.NOT_NULL_VIOLATION.getState());
        assertThat(refusal.getTable() + "." + refusal.getColumn()).isEqualTo(column);
    }

    @Test
    void no_constraint_is_left_untested() throws SQLException {
        // Not-null constraints have names only in newer servers; they are compared by column below.
        assertThat(column("""
                        SELECT conname FROM pg_constraint
                        WHERE connamespace = 'public'::regnamespace AND contype <> 'n' AND conrelid::regclass::text LIKE 'runner%'
                        UNION
                        SELECT indexrelid::regclass::text FROM pg_index
                        WHERE indisunique AND indrelid::regclass::text LIKE 'runner%'
                        """))
                .containsExactlyInAnyOrderElementsOf(
                        breaches().map(SchemaCases.Breach::constraint).collect(Collectors.toSet()));
    }

    @Test
    void no_column_that_must_have_a_value_is_left_untested() throws SQLException {
        var expected = new TreeMap<String, TreeSet<String>>();
        SchemaCases.NOT_NULL.forEach((table, columns) -> expected.put(table, new TreeSet<>(columns)));
        var actual = new TreeMap<String, TreeSet<String>>();
        for (var column : column("""
                SELECT table_name || '.' || column_name FROM information_schema.columns
                WHERE table_schema = 'public' AND table_name LIKE 'runner%' AND is_nullable = 'NO'
                """)) {
            actual.computeIfAbsent(column.substring(0, column.indexOf('.')), _ -> new TreeSet<>())
                    .add(column.substring(column.indexOf('.') + 1));
        }
        assertThat(actual).isEqualTo(expected);
    }

    /** The names and shapes people were promised, and that their own queries and monitoring may rely on. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "idx_runner_jobs_status_created_at  | runner_jobs USING btree (status, created_at DESC)",
                "idx_runner_jobs_repo_created_at    | runner_jobs USING btree (repo_id, created_at DESC)",
                "idx_runner_jobs_idempotency_lookup | runner_jobs USING btree (requested_by, idempotency_key, created_at DESC) WHERE (idempotency_key IS NOT NULL)",
                "idx_runner_jobs_queued_fifo        | runner_jobs USING btree (created_at, id) WHERE (status = 'queued'::text)",
                "idx_runner_job_events_job_created  | runner_job_events USING btree (job_id, created_at)",
            })
    void an_index_has_its_promised_columns_and_predicate(String name, String shape) throws SQLException {
        assertThat(column("SELECT indexdef FROM pg_indexes WHERE indexname = '" + name + "'"))
                .containsExactly("CREATE INDEX " + name + " ON public." + shape);
    }

    @Test
    void one_active_job_for_a_persons_key_is_a_unique_index() throws SQLException {
        assertThat(column("SELECT indexdef FROM pg_indexes WHERE indexname = 'uq_runner_jobs_idempotency_active'"))
                .containsExactly("CREATE UNIQUE INDEX uq_runner_jobs_idempotency_active ON public.runner_jobs"
                        + " USING btree (requested_by, idempotency_key) WHERE ((idempotency_key IS NOT NULL) AND"
                        + " (status = ANY (ARRAY['queued'::text, 'running'::text, 'cancel_requested'::text])))");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status = 'queued'",
                "status = 'queued', started_at = now(), attempts = 1, max_attempts = 2",
                "status = 'running', started_at = now(), locked_by = 'w', locked_until = now()",
                "status = 'cancel_requested', started_at = now(), locked_by = 'w', locked_until = now()",
                "status = 'success', started_at = now(), finished_at = now(), exit_code = 0",
                "status = 'failed', started_at = now(), finished_at = now(), exit_code = 1",
                "status = 'failed', started_at = now(), finished_at = now()",
                "status = 'timeout', started_at = now(), finished_at = now(), exit_code = 143",
                "status = 'canceled', finished_at = now()",
                "status = 'canceled', started_at = now(), finished_at = now(), exit_code = 143",
                "priority = 100",
                "priority = -100",
                "requested_by = 'bob', idempotency_key = 'l'",
                "idempotency_key = NULL",
                "status = 'canceled', finished_at = now(), idempotency_key = 'l'",
            })
    void an_honest_job_is_accepted(String change) {
        assertThatCode(() -> execute("UPDATE runner_jobs SET " + change + " WHERE idempotency_key = 'k'"))
                .doesNotThrowAnyException();
    }

    @Test
    void a_deleted_job_takes_its_events_and_attempts_along_and_leaves_its_retries() throws SQLException {
        execute("DELETE FROM runner_jobs WHERE idempotency_key = 'k'");
        assertThat(column("SELECT id FROM runner_job_events")).isEmpty();
        assertThat(column("SELECT job_id FROM runner_job_attempts")).isEmpty();
        assertThat(column("SELECT coalesce(retry_of::text, 'none') FROM runner_jobs"))
                .containsExactly("none");
    }

    @Test
    void a_deleted_person_takes_their_sessions_along() throws SQLException {
        execute("DELETE FROM runner_users WHERE username = 'ann'");
        assertThat(column("SELECT id FROM runner_sessions")).isEmpty();
    }

    private ServerErrorMessage refusal(String sql) {
        try {
            execute(sql);
        } catch (SQLException e) {
            return Optional.of(e)
                    .map(PSQLException.class::cast)
                    .map(PSQLException::getServerErrorMessage)
                    .orElseThrow(() -> new AssertionError("no answer from the server", e));
        }
        throw new AssertionError("accepted: " + sql);
    }

    private void execute(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private List<String> column(String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            var values = new ArrayList<String>();
            while (rows.next()) {
                values.add(rows.getString(1));
            }
            return values;
        }
    }
}
