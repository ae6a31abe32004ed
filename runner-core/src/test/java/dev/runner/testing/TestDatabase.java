package dev.runner.testing;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.config.Secret;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import java.time.Duration;
import javax.sql.DataSource;
import org.jooq.DSLContext;

/** A migrated, empty database of a test class's own, dropped when the class is done. */
public final class TestDatabase implements AutoCloseable {
    private static final int POOL = 16;

    private final TestServer server;
    private final String name;
    private final HikariDataSource pool;

    TestDatabase(TestServer server, String name) {
        this.server = server;
        this.name = name;
        this.pool = newPool(POOL, "test");
    }

    /** A pool shared by the class, of 16 connections. */
    public DataSource dataSource() {
        return pool;
    }

    public DSLContext dsl() {
        return Databases.dsl(pool);
    }

    public String jdbcUrl() {
        return server.url(name);
    }

    /** One more pool on the same database, as a further process would have; the caller closes it. */
    public HikariDataSource newPool(int connections, String applicationName) {
        return Databases.pool(config(connections), applicationName);
    }

    public DatabaseConfig config(int connections) {
        return new DatabaseConfig(
                jdbcUrl(), "", Secret.NONE, connections, Duration.ofSeconds(30), Duration.ofSeconds(60));
    }

    /** Back to the state right after the migrations, for classes whose tests each want an empty database. */
    public void clear() {
        dsl().execute("TRUNCATE runner_jobs, runner_repos, runner_counters, runner_workers, runner_users,"
                + " runner_api_tokens, runner_login_failures CASCADE");
    }

    @Override
    public void close() {
        pool.close();
        server.drop(name);
    }
}
