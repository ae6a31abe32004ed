package dev.runner.db.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path parent;

    @Test
    void forgets_a_process_id_that_now_belongs_to_another_program() throws IOException {
        Path data = completeFolder();
        Path pidFile = Files.writeString(
                data.resolve("postmaster.pid"), ProcessHandle.current().pid() + "\n" + data + "\n");

        new DataFolder(data).prepare();

        assertThat(pidFile).doesNotExist();
    }

    @Test
    void forgets_a_process_id_that_cannot_be_read() throws IOException {
        Path data = completeFolder();
        Path pidFile = Files.writeString(data.resolve("postmaster.pid"), "");

        new DataFolder(data).prepare();

        assertThat(pidFile).doesNotExist();
    }

    @Test
    void sets_aside_what_an_interrupted_first_start_left() throws IOException {
        Path data = Files.createDirectory(parent.resolve("data"));
        Files.writeString(data.resolve("postgresql.conf"), "half of it");

        new DataFolder(data).prepare();

        assertThat(data).doesNotExist();
        assertThat(parent.resolve("data.incomplete-1").resolve("postgresql.conf"))
                .exists();
    }

    @Test
    void leaves_a_complete_database_alone() throws IOException {
        Path data = completeFolder();
        Files.writeString(data.resolve("postgresql.conf"), "all of it");

        new DataFolder(data).prepare();

        assertThat(data.resolve("postgresql.conf")).exists();
    }

    @Test
    void stops_the_server_that_a_killed_starter_left_and_starts_again_on_its_data() throws Exception {
        Path data = parent.resolve("data");
        Path ready = parent.resolve("ready");
        Process starter = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DevelopmentServer.class.getName(),
                        data.toString(),
                        "0",
                        ready.toString())
                .redirectErrorStream(true)
                .redirectOutput(parent.resolve("starter.log").toFile())
                .start();
        awaitFile(ready, starter);
        execute(Files.readString(ready), "CREATE TABLE kept (id int)");
        ProcessHandle server = new DataFolder(data).server().orElseThrow();
        starter.destroyForcibly().waitFor();
        assertThat(server.isAlive()).isTrue();

        try (EmbeddedDatabase next = EmbeddedDatabase.kept(data, 0)) {
            assertThat(server.isAlive()).isFalse();
            execute(next.jdbcUrl("postgres"), "SELECT id FROM kept");
        }
    }

    private static void awaitFile(Path file, Process starter) throws InterruptedException {
        while (!Files.exists(file)) {
            assertThat(starter.waitFor(50, TimeUnit.MILLISECONDS))
                    .as("the starter ended")
                    .isFalse();
        }
    }

    private static void execute(String url, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private Path completeFolder() throws IOException {
        Path data = Files.createDirectory(parent.resolve("data"));
        new DataFolder(data).complete();
        return data;
    }
}
