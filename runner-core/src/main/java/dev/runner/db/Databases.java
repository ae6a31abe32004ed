package dev.runner.db;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.time.Duration;
import javax.sql.DataSource;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens pools and the jOOQ entry point over them. */
public final class Databases {
    /** A server that does not answer an empty query within this is not there for a request either. */
    private static final Duration VALIDATION = Duration.ofSeconds(2);

    private Databases() {}

    /** A pool whose sessions carry the given name, by which an operator recognises them in {@code pg_stat_activity}. */
    public static HikariDataSource pool(DatabaseConfig config, String applicationName) {
        var hikari = new HikariConfig();
        hikari.setPoolName(applicationName);
        hikari.setJdbcUrl(config.url());
        if (!config.user().isEmpty()) {
            hikari.setUsername(config.user());
        }
        if (config.password().isPresent()) {
            hikari.setPassword(config.password().reveal());
        }
        hikari.setMaximumPoolSize(config.poolSize());
        hikari.setConnectionTimeout(PatientPool.AWAY.toMillis());
        hikari.setValidationTimeout(VALIDATION.toMillis());
        hikari.setInitializationFailTimeout(config.connectTimeout().toMillis());
        // The limits rest on it (see runner_create_job): a database whose default is stricter must not change it.
        hikari.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        hikari.addDataSourceProperty("ApplicationName", applicationName);
        hikari.addDataSourceProperty("reWriteBatchedInserts", "true");
        // A half-dead connection must not hold a request for the two hours TCP would.
        hikari.addDataSourceProperty("tcpKeepAlive", "true");
        hikari.addDataSourceProperty(
                "socketTimeout", String.valueOf(config.socketTimeout().toSeconds()));
        return new PatientPool(hikari, config.connectTimeout());
    }

    /** Single connections, for commands that need few of them and must be able to say that there is no database. */
    public static DataSource single(DatabaseConfig config, String applicationName) {
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
        // Without a limit on statements, because a migration may take its time; a peer that is gone is noticed all the
        // same, if not soon.
        dataSource.setTcpKeepAlive(true);
        return dataSource;
    }

    public static DSLContext dsl(DataSource dataSource) {
        // Rendering is part of every statement's cost; the schema is the connection's, so names need no qualifier.
        Settings settings = new Settings()
                .withRenderSchema(false)
                .withRenderFormatted(false)
                .withExecuteLogging(false);
        return DSL.using(dataSource, SQLDialect.POSTGRES, settings);
    }
}
