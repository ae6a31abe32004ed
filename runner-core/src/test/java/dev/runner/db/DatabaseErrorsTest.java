package dev.runner.db;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseErrorsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"08006", "08001", "40001", "40P01", "53300", "53100", "55P03", "57014", "57P01", "57P03", "25006"
            })
    void what_has_to_do_with_the_moment_passes(String state) {
        assertThat(DatabaseErrors.mayPass(error(state))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"22021", "23505", "23514", "42501", "42703", "42P01", "0A000", "XX000"})
    void what_has_to_do_with_the_statement_does_not(String state) {
        assertThat(DatabaseErrors.mayPass(error(state))).isFalse();
    }

    @Test
    void nor_is_a_server_blamed_that_was_not_reached() {
        assertThat(DatabaseErrors.mayPass(error(null))).isTrue();
        // The pool has no connection, whatever the state of the last failure to make one.
        assertThat(DatabaseErrors.mayPass(
                        new DataAccessException("x", new SQLTransientConnectionException("none", "28P01"))))
                .isTrue();
        assertThat(DatabaseErrors.mayPass(new DataAccessException("x"))).isTrue();
    }

    private static DataAccessException error(@Nullable String state) {
        return new DataAccessException("x", new SQLException("x", state));
    }
}
