package dev.runner.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class EmbeddedDatabaseTest {
    /** The library that starts the server has other defaults, under which a power cut loses what was committed. */
    @Test
    void a_durable_server_waits_for_the_disk() throws IOException, SQLException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var connection = server.dataSource("postgres").getConnection();
                var statement = connection.createStatement();
                var row =
                        statement.executeQuery("SELECT current_setting('fsync'), current_setting('synchronous_commit'),"
                                + " current_setting('full_page_writes')")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("on");
            assertThat(row.getString(2)).isEqualTo("on");
            assertThat(row.getString(3)).isEqualTo("on");
        }
    }
}
