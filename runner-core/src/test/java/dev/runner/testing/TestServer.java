package dev.runner.testing;

import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.db.migration.Migrations;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * The PostgreSQL of this test JVM, chosen by {@code RUNNER_TEST_DATABASE}: unset or {@code embedded}, {@code
 * testcontainers}, or the JDBC address of any server on which databases may be created.
 */
final class TestServer {
    private static final String TEMPLATE =
            "runner_template_" + ProcessHandle.current().pid();
    /** What a container is made from; the oldest server the product promises to run on. */
    private static final String IMAGE = System.getenv().getOrDefault("RUNNER_TEST_POSTGRES_IMAGE", "postgres:15");

    private final String adminUrl;
    private final AtomicInteger copies = new AtomicInteger();

    private TestServer(String adminUrl) {
        this.adminUrl = adminUrl;
    }

    static TestServer get() {
        return Holder.SERVER;
    }

    TestDatabase copy(String hint) {
        String name = "t%d_%d_%s"
                .formatted(
                        ProcessHandle.current().pid(),
                        copies.incrementAndGet(),
                        hint.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", ""));
        String shortened = name.substring(0, Math.min(name.length(), 60));
        admin("CREATE DATABASE %s TEMPLATE %s".formatted(shortened, TEMPLATE));
        return new TestDatabase(this, shortened);
    }

    void drop(String name) {
        admin("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(name));
    }

    String url(String database) {
        return adminUrl.replaceFirst("^(jdbc:postgresql://[^/]*/)[^?]*", "$1" + database);
    }

    private void admin(String sql) {
        try (Connection connection = DriverManager.getConnection(adminUrl);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    private TestServer withTemplate() {
        admin("DROP DATABASE IF EXISTS %s WITH (FORCE)".formatted(TEMPLATE));
        admin("CREATE DATABASE " + TEMPLATE);
        var template = new PGSimpleDataSource();
        template.setURL(url(TEMPLATE));
        new Migrations(template).apply();
        return this;
    }

    private static final class Holder {
        static final TestServer SERVER = start().withTemplate();

        private static TestServer start() {
            String choice = System.getenv().getOrDefault("RUNNER_TEST_DATABASE", "embedded");
            return switch (choice) {
                case "", "embedded" -> new TestServer(embedded());
                case "testcontainers" -> new TestServer(container());
                default -> {
                    if (!choice.startsWith("jdbc:postgresql://")) {
                        throw new IllegalStateException(
                                "RUNNER_TEST_DATABASE must be embedded, testcontainers or a jdbc:postgresql:// address");
                    }
                    yield new TestServer(choice);
                }
            };
        }

        private static String embedded() {
            EmbeddedDatabase database = EmbeddedDatabase.temporary();
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform()
                            .name("stop-test-database")
                            .unstarted(() -> {
                                try {
                                    database.close();
                                } catch (java.io.IOException e) {
                                    System.err.println("the test database did not stop cleanly: " + e.getMessage());
                                }
                            }));
            return database.jdbcUrl("postgres");
        }

        /** Testcontainers removes it when the JVM ends. */
        private static String container() {
            var container = new PostgreSQLContainer(IMAGE)
                    .withCommand("postgres", "-c", "max_connections=300", "-c", "max_prepared_transactions=5");
            // Images differ in what they log; all of them answer on the network only once they are set up.
            container.waitingFor(Wait.forSuccessfulCommand("pg_isready -h 127.0.0.1"));
            container.start();
            String url = container.getJdbcUrl();
            return url + (url.contains("?") ? "&" : "?") + "user=" + container.getUsername() + "&password="
                    + container.getPassword();
        }
    }
}
