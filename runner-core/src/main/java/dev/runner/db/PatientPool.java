package dev.runner.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;

/**
 * A pool that tells a busy database from one that is away. While connections are in use, callers queue for one as long
 * as they are told to; when there are none at all they are told so within seconds, because a request that hangs until
 * its client gives up helps nobody.
 */
final class PatientPool extends HikariDataSource {
    /** What opening or checking one connection may take. */
    static final Duration AWAY = Duration.ofSeconds(3);

    private final long patienceNanos;

    PatientPool(HikariConfig config, Duration patience) {
        super(config);
        this.patienceNanos = patience.toNanos();
    }

    @Override
    public Connection getConnection() throws SQLException {
        long start = System.nanoTime();
        while (true) {
            try {
                return super.getConnection();
            } catch (SQLTransientConnectionException e) {
                boolean busy = getHikariPoolMXBean().getActiveConnections() > 0;
                if (!busy || System.nanoTime() - start >= patienceNanos) {
                    throw e;
                }
            }
        }
    }
}
