package dev.runner.worker.faults;

import dev.runner.db.embedded.DevelopmentServer;
import dev.runner.db.migration.Migrations;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server that can be killed and started again on its data, the one of {@code ./runner up}. Commits are as
 * durable as in production.
 */
final class FaultServer implements AutoCloseable {
    private static final Duration START = Duration.ofMinutes(2);
    private static final String TEMPLATE = "template_runner";

    private final Path folder;
    private final int port;
    private @Nullable Process keeper;
    private int databases;

    FaultServer(Path folder) throws IOException, InterruptedException {
        this.folder = folder;
        this.port = freePort();
        start();
        execute("postgres", "CREATE DATABASE " + TEMPLATE);
        var template = new PGSimpleDataSource();
        template.setURL(url(TEMPLATE));
        new Migrations(template).apply();
    }

    int port() {
        return port;
    }

    /** A new database with the schema in it. */
    String newDatabase() {
        String name = "faults_" + ++databases;
        execute("postgres", "CREATE DATABASE %s TEMPLATE %s".formatted(name, TEMPLATE));
        return name;
    }

    String url(String database) {
        return url(database, port);
    }

    static String url(String database, int port) {
        return "jdbc:postgresql://127.0.0.1:%d/%s?user=postgres".formatted(port, database);
    }

    private void execute(String database, String sql) {
        try (Connection connection = DriverManager.getConnection(url(database));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    void start() throws IOException, InterruptedException {
        Path ready = folder.resolve("database.url");
        Files.deleteIfExists(ready);
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx64m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DevelopmentServer.class.getName(),
                        folder.resolve("data").toString(),
                        Integer.toString(port),
                        ready.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("database.log").toFile()))
                .start();
        keeper = started;
        Until.seen("the database is up", START, () -> {
            if (!started.isAlive()) {
                throw new IOException("the database did not start, see " + folder.resolve("database.log"));
            }
            return Files.exists(ready);
        });
        if (!Files.readString(ready).contains(":" + port + "/")) {
            throw new IOException("the port was taken by another program meanwhile");
        }
    }

    /** {@code kill -9} of every process of the server, as a power cut would. */
    void kill() throws IOException {
        ProcessHandle postmaster = postmaster();
        List<ProcessHandle> all = new ArrayList<>(postmaster.descendants().toList());
        all.addFirst(postmaster);
        all.forEach(ProcessHandle::destroyForcibly);
        Until.seen(
                "the server is dead", Duration.ofSeconds(20), () -> all.stream().noneMatch(ProcessHandle::isAlive));
        Process gone = keeper;
        if (gone != null) {
            // It has seen the end of its server and has nothing more to do.
            Until.seen("its keeper has ended", Duration.ofSeconds(30), () -> !gone.isAlive());
        }
    }

    /** {@code kill -9} of one session's process: the server ends all sessions and recovers by itself. */
    void killSession(String applicationNamePrefix) throws SQLException, IOException, InterruptedException {
        awaitUp();
        long pid;
        try (Connection connection = DriverManager.getConnection(url("postgres"));
                var statement = connection.prepareStatement("SELECT pid FROM pg_stat_activity"
                        + " WHERE starts_with(application_name, ?) ORDER BY state = 'active' DESC, random() LIMIT 1")) {
            statement.setString(1, applicationNamePrefix);
            try (var rows = statement.executeQuery()) {
                if (!rows.next()) {
                    return;
                }
                pid = rows.getLong(1);
            }
        }
        Signals.send("KILL", pid);
        Until.seen(
                "the session is gone",
                Duration.ofSeconds(20),
                () -> ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** It may be recovering from the last time. */
    private void awaitUp() {
        Until.seen("the server accepts sessions", START, () -> {
            DriverManager.getConnection(url("postgres")).close();
            return true;
        });
    }

    private ProcessHandle postmaster() throws IOException {
        long pid = Long.parseLong(Files.readAllLines(folder.resolve("data/postmaster.pid"))
                .getFirst()
                .strip());
        return ProcessHandle.of(pid).orElseThrow(() -> new IOException("the server is not running"));
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** In order if it can be; one that is just recovering cannot be told to stop, and must not stay behind either. */
    @Override
    public void close() throws InterruptedException, IOException {
        Process running = keeper;
        if (running == null || !running.isAlive()) {
            return;
        }
        ProcessHandle postmaster = postmaster();
        running.destroy();
        if (!running.waitFor(60, TimeUnit.SECONDS)) {
            running.destroyForcibly();
        }
        postmaster.destroyForcibly();
    }
}
