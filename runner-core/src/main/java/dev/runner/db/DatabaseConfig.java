package dev.runner.db;

import dev.runner.config.Secret;
import java.time.Duration;

/**
 * How to reach PostgreSQL.
 *
 * @param url a JDBC address
 * @param user empty when the address names the user
 * @param poolSize connections each process may hold
 * @param connectTimeout how long a caller waits for a free connection while others use theirs
 * @param socketTimeout how long a statement may be silent before its connection is given up
 */
public record DatabaseConfig(
        String url, String user, Secret password, int poolSize, Duration connectTimeout, Duration socketTimeout) {

    public static final int DEFAULT_POOL_SIZE = 10;
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(10);
    public static final Duration DEFAULT_SOCKET_TIMEOUT = Duration.ofSeconds(10);

    public DatabaseConfig {
        if (!url.startsWith("jdbc:postgresql:")) {
            throw new IllegalArgumentException("the address must start with jdbc:postgresql:");
        }
        if (poolSize < 2) {
            throw new IllegalArgumentException("pool size must be at least 2 but is " + poolSize);
        }
    }

    /** Without what follows the database's name: it may hold a password. */
    @Override
    public String toString() {
        return "DatabaseConfig[url=%s, user=%s, poolSize=%d]"
                .formatted(url.replaceFirst("\\?.*", "?…"), user, poolSize);
    }

    /** A config for the given address with every default. */
    public static DatabaseConfig of(String url) {
        return new DatabaseConfig(
                url, "", Secret.NONE, DEFAULT_POOL_SIZE, DEFAULT_CONNECT_TIMEOUT, DEFAULT_SOCKET_TIMEOUT);
    }
}
