package dev.runner.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.config.Secret;
import dev.runner.db.DatabaseConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.postgresql.Driver;

/** The real pooler before a test's database. A test that asks for one is skipped where it is not installed. */
public final class PgBouncer implements AutoCloseable {
    private static final Duration STARTUP = Duration.ofSeconds(20);

    private final Process process;
    private final String url;

    private PgBouncer(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /**
     * Starts one that ends with the test.
     *
     * @param settings lines of its configuration, such as {@code pool_mode = transaction}
     */
    public static PgBouncer before(TestDatabase database, String... settings) throws IOException, InterruptedException {
        Optional<Path> program = program();
        assumeTrue(program.isPresent(), "there is no pgbouncer");
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        // Not JUnit's folder: run by root it becomes another user, who has to get in.
        Path folder = Files.createTempDirectory(
                "pgbouncer", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Path configuration = folder.resolve("pgbouncer.ini");
        Files.writeString(configuration, configuration(database, port, settings));
        Files.setPosixFilePermissions(configuration, PosixFilePermissions.fromString("rw-r--r--"));
        var command = new ArrayList<>(List.of(program.get().toString(), "--quiet", configuration.toString()));
        if (System.getProperty("user.name").equals("root")) {
            command.addAll(1, List.of("--user", "nobody"));
        }
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        awaitOpen(process, port, log);
        Files.delete(configuration);
        Files.delete(log);
        Files.delete(folder);
        return new PgBouncer(process, database.jdbcUrl().replaceFirst("//[^/]+/", "//127.0.0.1:" + port + "/"));
    }

    private static String configuration(TestDatabase database, int port, String... settings) {
        Properties parts = Objects.requireNonNull(Driver.parseURL(database.jdbcUrl(), null));
        return """
                [databases]
                * = host=%s port=%s user=%s%s
                [pgbouncer]
                listen_addr = 127.0.0.1
                listen_port = %d
                unix_socket_dir =
                auth_type = any
                ignore_startup_parameters = extra_float_digits
                %s
                """.formatted(
                        parts.getProperty("PGHOST"),
                        parts.getProperty("PGPORT"),
                        parts.getProperty("user", "postgres"),
                        parts.containsKey("password") ? " password=" + parts.getProperty("password") : "",
                        port,
                        String.join("\n", settings));
    }

    private static Optional<Path> program() {
        Stream<Path> onPath =
                Arrays.stream(System.getenv("PATH").split(":", -1)).map(Path::of);
        return Stream.concat(onPath, Stream.of(Path.of("/usr/sbin")))
                .map(folder -> folder.resolve("pgbouncer"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static void awaitOpen(Process process, int port, Path log) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + STARTUP.toNanos();
        while (true) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException e) {
                if (process.waitFor(50, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
                    process.destroyForcibly();
                    throw new IllegalStateException("pgbouncer does not start: " + Files.readString(log), e);
                }
            }
        }
    }

    /** The way to the test's database through it. */
    public String jdbcUrl() {
        return url;
    }

    public DatabaseConfig config() {
        return new DatabaseConfig(url, "", Secret.NONE, 2, Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    @Override
    public void close() throws InterruptedException {
        // It keeps nothing, and the polite signal of newer ones waits for its clients.
        process.destroyForcibly().waitFor();
    }
}
