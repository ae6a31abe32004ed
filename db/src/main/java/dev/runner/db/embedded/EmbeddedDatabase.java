package dev.runner.db.embedded;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A running PostgreSQL server that belongs to this process; closing it stops the server.
 *
 * <p>Works as root too: PostgreSQL refuses to run as root, so the library starts it in a user namespace of its own.
 */
public final class EmbeddedDatabase implements AutoCloseable {
    /** Generous, because a first start unpacks the server and a busy two-core machine may need its time. */
    private static final Duration STARTUP = Duration.ofMinutes(2);

    private static final String LOOPBACK = "127.0.0.1";

    private final EmbeddedPostgres server;

    private EmbeddedDatabase(EmbeddedPostgres server) {
        this.server = server;
    }

    /** A throw-away server that forgets everything on close and does not wait for the disk. */
    public static EmbeddedDatabase temporary() {
        return start(settings()
                .setServerConfig("fsync", "off")
                .setServerConfig("max_connections", "300")
                .setServerConfig("max_prepared_transactions", "5"));
    }

    /** A throw-away server that commits as durably as a real one, and remembers when it did, for measurements. */
    public static EmbeddedDatabase temporaryDurable() {
        return start(durable(settings()).setServerConfig("track_commit_timestamp", "on"));
    }

    /**
     * A server whose data stays in the given folder, on a port that stays the same unless something else has taken it.
     * What an earlier start left behind when it was killed is cleared away first.
     */
    public static EmbeddedDatabase kept(Path dataDirectory, int preferredPort) throws IOException {
        var folder = new DataFolder(dataDirectory);
        folder.prepare();
        EmbeddedPostgres.Builder settings = durable(settings())
                .setDataDirectory(dataDirectory)
                .setCleanDataDirectory(false)
                // Straight into this process's log: a pipe would break when this process is killed and the server is
                // not.
                .setOutputRedirector(ProcessBuilder.Redirect.INHERIT)
                .setErrorRedirector(ProcessBuilder.Redirect.INHERIT);
        if (Probe.isFree(LOOPBACK, preferredPort)) {
            settings.setPort(preferredPort);
        }
        EmbeddedDatabase database = start(settings);
        folder.complete();
        return database;
    }

    private static EmbeddedPostgres.Builder settings() {
        return EmbeddedPostgres.builder()
                .setPGStartupWait(STARTUP)
                .setServerConfig("listen_addresses", LOOPBACK)
                // Nobody uses the socket file, and its lock in /tmp would outlive a killed server.
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("timezone", "UTC");
    }

    /** What is committed survives a power cut; the library's own defaults give that up for speed. */
    private static EmbeddedPostgres.Builder durable(EmbeddedPostgres.Builder builder) {
        return builder.setServerConfig("fsync", "on").setServerConfig("synchronous_commit", "on");
    }

    private static EmbeddedDatabase start(EmbeddedPostgres.Builder builder) {
        try {
            return new EmbeddedDatabase(builder.start());
        } catch (IOException e) {
            throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
        }
    }

    public int port() {
        return server.getPort();
    }

    /** The address of one of its databases, with the superuser in it. */
    public String jdbcUrl(String database) {
        return server.getJdbcUrl("postgres", database);
    }

    public DataSource dataSource(String database) {
        return server.getDatabase("postgres", database);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
