package dev.runner.bench;

import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.db.migration.Migrations;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** A database of the measured server, with the product's tables. */
final class BenchDatabase {
    private static final String WAITING = """
            INSERT INTO runner_jobs (id, repo_id, script_key, args_json, status, requested_by, timeout_seconds)
            SELECT gen_random_uuid(), repo.id, 'nb.stage', '{"retries": 3, "leaf_progress": false}', 'queued',
                (string_to_array(?, ','))[1 + n % ?], 3600
            FROM (SELECT id FROM runner_repos LIMIT 1) repo, generate_series(1, ?) n""";

    private final String url;
    private final DataSource dataSource;

    private BenchDatabase(String url, DataSource dataSource) {
        this.url = url;
        this.dataSource = dataSource;
    }

    static BenchDatabase create(EmbeddedDatabase server, String name) throws SQLException {
        execute(server.dataSource("postgres"), "CREATE DATABASE " + name);
        DataSource dataSource = server.dataSource(name);
        new Migrations(dataSource).apply();
        return new BenchDatabase(server.jdbcUrl(name), dataSource);
    }

    String url() {
        return url;
    }

    DataSource dataSource() {
        return dataSource;
    }

    void execute(String sql) throws SQLException {
        execute(dataSource, sql);
    }

    /** An empty queue again. */
    void clear() throws SQLException {
        execute("TRUNCATE runner_jobs CASCADE");
    }

    /** Puts that many jobs of these persons into the queue. */
    void queue(int jobs, List<String> persons) throws SQLException {
        try (var connection = dataSource.getConnection();
                var statement = connection.prepareStatement(WAITING)) {
            statement.setString(1, String.join(",", persons));
            statement.setInt(2, persons.size());
            statement.setInt(3, jobs);
            statement.executeUpdate();
        }
    }

    private static void execute(DataSource dataSource, String sql) throws SQLException {
        try (var connection = dataSource.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
