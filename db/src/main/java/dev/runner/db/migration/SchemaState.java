package dev.runner.db.migration;

/**
 * A database's schema next to the one a build expects.
 *
 * @param version the newest migration applied, or {@code none}
 * @param expected the newest migration this build knows
 * @param pending how many known migrations are not applied yet
 * @param ahead whether the database has migrations this build does not know
 */
public record SchemaState(String version, String expected, int pending, boolean ahead) {

    /** Whether this build may work on that database: nothing is missing. A newer schema is compatible by rule. */
    public boolean current() {
        return pending == 0;
    }
}
