package dev.runner.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.db.migration.Migrations;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class DatabasesTest {
    private final TestDatabase database;

    DatabasesTest(TestDatabase database) {
        this.database = database;
    }

    @Test
    void a_test_database_is_migrated_and_its_session_is_not_in_utc() {
        assertThat(new Migrations(database.dataSource()).state().pending()).isZero();
        assertThat(database.dsl().fetchValue("SHOW timezone")).isNotEqualTo("UTC");
    }

    @Test
    void a_pool_reads_what_is_committed_whatever_the_databases_default() {
        database.dsl()
                .execute("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_isolation ="
                        + " serializable', current_database()); END $$");
        try (var pool = database.newPool(2, "strict")) {
            assertThat(Databases.dsl(pool).fetchValue("SHOW transaction_isolation"))
                    .isEqualTo("read committed");
        }
    }
}
