package dev.runner.db.migration;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;

/** The schema's history, for one database. Thread-safe: Flyway serialises concurrent migrations by a lock of its own. */
public final class Migrations {
    private final Flyway flyway;

    public Migrations(DataSource dataSource) {
        this.flyway = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations("classpath:db/migration")
                // A newer build may have migrated already; an old one must notice (see state()), not undo it.
                .ignoreMigrationPatterns("*:future")
                .load();
    }

    /** Applies what is missing and returns how many migrations that were. */
    public int apply() {
        return flyway.migrate().migrationsExecuted;
    }

    /** Where the database stands compared with this build. */
    public SchemaState state() {
        var info = flyway.info();
        MigrationInfo current = info.current();
        String version = current == null ? "none" : String.valueOf(current.getVersion());
        MigrationInfo[] all = info.all();
        String latest = "none";
        boolean ahead = false;
        for (MigrationInfo migration : all) {
            if (migration.getState().isResolved()) {
                latest = String.valueOf(migration.getVersion());
            } else {
                ahead = true;
            }
        }
        return new SchemaState(version, latest, info.pending().length, ahead);
    }
}
