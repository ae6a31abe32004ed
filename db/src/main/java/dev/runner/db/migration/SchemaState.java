package dev.runner.db.migration;

import org.flywaydb.core.api.MigrationVersion;

/**
 * A database's schema next to the one a build expects.
 *
 * @param version the newest migration applied, or {@code none}
 * @param expected the newest migration this build knows
 * @param pending how many known migrations are not applied yet
 * @param ahead whether the database has migrations this build does not know
 */
public record SchemaState(String version, String expected, int pending, boolean ahead) {
    /** The version of a database without any schema. */
    public static final String NONE = "none";

    /** Whether this build may work on that database: nothing is missing. A newer schema is compatible by rule. */
    public boolean current() {
        return pending == 0;
    }

    /** Compares two versions as they are told here: which of two schemas is the older one. */
    public static int compare(String one, String other) {
        return order(one).compareTo(order(other));
    }

    private static MigrationVersion order(String version) {
        return version.equals(NONE) ? MigrationVersion.EMPTY : MigrationVersion.fromVersion(version);
    }
}
