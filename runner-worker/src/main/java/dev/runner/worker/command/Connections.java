package dev.runner.worker.command;

import dev.runner.db.DatabaseConfig;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Single connections for commands that need few of them, and that must be able to say that there is no database. */
final class Connections {
    private Connections() {}

    static DataSource of(DatabaseConfig config, String applicationName) {
        var dataSource = new PGSimpleDataSource();
        dataSource.setURL(config.url());
        if (!config.user().isEmpty()) {
            dataSource.setUser(config.user());
        }
        if (config.password().isPresent()) {
            dataSource.setPassword(config.password().reveal());
        }
        dataSource.setApplicationName(applicationName);
        dataSource.setConnectTimeout((int) config.connectTimeout().toSeconds());
        return dataSource;
    }
}
