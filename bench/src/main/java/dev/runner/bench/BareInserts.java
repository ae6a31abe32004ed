package dev.runner.bench;

import dev.runner.db.TimeOrderedIds;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** What the others are compared with: one row, one commit, on a connection for each client, and nothing else. */
final class BareInserts implements AutoCloseable {
    static final String TABLE = """
            CREATE TABLE bare_inserts (
                id           uuid        PRIMARY KEY,
                script_key   text        NOT NULL,
                args_json    jsonb       NOT NULL,
                status       text        NOT NULL,
                requested_by text        NOT NULL,
                created_at   timestamptz NOT NULL DEFAULT now()
            )""";

    private static final String INSERT = "INSERT INTO bare_inserts (id, script_key, args_json, status, requested_by)"
            + " VALUES (?, ?, ?::jsonb, ?, ?)";

    private final List<Connection> connections = new ArrayList<>();
    private final List<Load.Call> clients = new ArrayList<>();

    BareInserts(DataSource dataSource, List<String> persons) throws SQLException {
        for (String person : persons) {
            Connection connection = dataSource.getConnection();
            connections.add(connection);
            PreparedStatement statement = connection.prepareStatement(INSERT);
            statement.setString(2, "nb.stage");
            statement.setString(3, "{\"retries\": 3, \"leaf_progress\": false}");
            statement.setString(4, "queued");
            statement.setString(5, person);
            clients.add(() -> {
                statement.setObject(1, TimeOrderedIds.next());
                statement.executeUpdate();
            });
        }
    }

    List<Load.Call> clients() {
        return clients;
    }

    @Override
    public void close() throws SQLException {
        for (var connection : connections) {
            connection.close();
        }
    }
}
