package dev.runner.db.migration;

import java.util.Arrays;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/** The schema's history, for one database. Thread-safe: Flyway serialises concurrent migrations by a lock of its own. */
public final class Migrations {
    private final Flyway flyway;

    public Migrations(DataSource dataSource) {
        var configuration = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                // A newer build may have migrated already; an old one must notice (see state()), not undo it.
                .ignoreMigrationPatterns("*:future");
        // The lock must not be a transaction of its own: an index made concurrently would wait for its end.
        configuration
                .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
                .setTransactionalLock(false);
        this.flyway = configuration.load();
    }

    /** Applies what is missing and returns how many migrations that were. */
    public int apply() {
        if (Arrays.stream(flyway.info().all()).anyMatch(Migrations::hasFailed)) {
            // Only one outside of a transaction leaves a trace, and those are written to be run again.
            flyway.repair();
        }
        return flyway.migrate().migrationsExecuted;
    }

    /** Where the database stands compared with this build. */
    public SchemaState state() {
        var info = flyway.info();
        String version = SchemaState.NONE;
        String latest = SchemaState.NONE;
        int pending = info.pending().length;
        boolean ahead = false;
        for (MigrationInfo migration : info.all()) {
            String number = String.valueOf(migration.getVersion());
            if (hasFailed(migration)) {
                pending++;
            } else if (migration.getState().isApplied()) {
                version = number;
            }
            if (migration.getState().isResolved()) {
                latest = number;
            } else {
                ahead = true;
            }
        }
        return new SchemaState(version, latest, pending, ahead);
    }

    private static boolean hasFailed(MigrationInfo migration) {
        return migration.getState().isFailed();
    }
}
