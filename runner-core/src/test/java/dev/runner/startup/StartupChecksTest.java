package dev.runner.startup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.repo.AllowedRepoPaths;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

@ExtendWith(PostgresExtension.class)
class StartupChecksTest {
    private static final String REGISTRY = """
            scripts:
              - key: one.script
                label: One
                description: The only one.
                command: [bash, scripts/one.sh]
            """;

    @TempDir
    Path folder;

    private final TestDatabase database;
    private Path registry = Path.of("unset");
    private Path logs = Path.of("unset");
    private Path repo = Path.of("unset");
    private Path script = Path.of("unset");

    StartupChecksTest(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void a_fit_installation() throws IOException {
        database.clear();
        registry = Files.writeString(folder.resolve("runner.yml"), REGISTRY);
        logs = Files.createDirectory(folder.resolve("logs"));
        repo = Files.createDirectories(folder.resolve("repo"));
        Files.createDirectory(repo.resolve("scripts"));
        script = Files.writeString(repo.resolve("scripts/one.sh"), "echo one\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void a_fit_installation_yields_its_registry() {
        assertThat(run())
                .isInstanceOfSatisfying(
                        StartupOutcome.Ready.class,
                        ready -> assertThat(ready.registry().find("one.script")).isPresent());
        assertThat(logs).isDirectoryContaining(file -> file.endsWith(FolderMark.NAME));
        assertThat(logs.toFile().list()).hasSize(1);
    }

    @Test
    void a_log_directory_of_another_installation_is_refused_and_stays_that_ones() throws IOException {
        run();
        Path mark = logs.resolve(FolderMark.NAME);
        String owner = Files.readString(mark).strip();
        database.dsl().execute("UPDATE runner_installation SET id = gen_random_uuid()");
        try {
            assertThat(problems(run()))
                    .singleElement()
                    .asString()
                    .startsWith("log directory %s belongs to another installation (%s,".formatted(logs, owner))
                    .contains("RUNNER_LOG_DIR", "empty the folder");
            assertThat(mark).hasContent(owner);
        } finally {
            database.dsl().execute("UPDATE runner_installation SET id = ?::uuid", owner);
        }
        assertThat(run()).isInstanceOf(StartupOutcome.Ready.class);
    }

    @Test
    void whoever_marks_a_log_directory_first_all_others_agree_and_can_read_it() throws IOException {
        var owners = Parallel.run(12, i -> () -> FolderMark.settle(logs, new UUID(0, i)));

        assertThat(owners.stream().distinct()).hasSize(1);
        assertThat(logs.toFile().list()).containsExactly(FolderMark.NAME);
        assertThat(Files.getPosixFilePermissions(logs.resolve(FolderMark.NAME)))
                .contains(PosixFilePermission.OTHERS_READ);
    }

    @Test
    void a_mark_that_says_nothing_is_told() throws IOException {
        Files.writeString(logs.resolve(FolderMark.NAME), "");

        assertThat(problems(run())).singleElement().asString().contains(FolderMark.NAME + " holds no id");
    }

    @Test
    void all_problems_are_listed_together() throws IOException {
        Files.writeString(registry, "scripts: []");
        Files.delete(logs);

        var problems = problems(StartupChecks.run(registry, logs, allowed(folder.resolve("absent")), unreachable()));

        assertThat(problems).hasSize(4);
        assertThat(problems.get(0)).startsWith("registry " + registry).contains("at least one script");
        assertThat(problems.get(1)).isEqualTo("log directory %s does not exist".formatted(logs));
        assertThat(problems.get(2)).isEqualTo("repo path %s/absent is not a readable folder".formatted(folder));
        assertThat(problems.get(3)).startsWith("database cannot be reached: ");
    }

    @Test
    void a_log_directory_that_takes_no_files_is_a_problem() {
        // A kernel's folder: it exists, and not even root can create a file in it.
        var problems =
                problems(StartupChecks.run(registry, Path.of("/proc/self"), allowed(repo), database.dataSource()));

        assertThat(problems).singleElement().asString().startsWith("log directory /proc/self is not writable");
    }

    @Test
    void a_script_that_is_missing_everywhere_is_a_problem() throws IOException {
        Files.delete(script);

        assertThat(problems(run())).containsExactly("script one.script: there is no scripts/one.sh in any repo path");
    }

    @Test
    void a_script_that_may_not_be_executed_is_a_problem() {
        assertThat(script.toFile().setExecutable(false)).isTrue();

        assertThat(problems(run()))
                .containsExactly("script one.script: %s is not an executable file".formatted(script));
    }

    @Test
    void a_script_that_links_out_of_the_repo_is_a_problem() throws IOException {
        Path outside = Files.move(script, folder.resolve("outside.sh"));
        Files.createSymbolicLink(script, outside);

        assertThat(problems(run())).containsExactly("script one.script: %s leads out of the repo".formatted(script));
    }

    @Test
    void a_script_may_be_in_a_repo_of_the_database_below_an_allowed_path() {
        database.dsl()
                .execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES (?, 'r', 'local_path', ?)",
                        UUID.randomUUID(),
                        repo.toString());

        assertThat(StartupChecks.run(registry, logs, allowed(folder), database.dataSource()))
                .isInstanceOf(StartupOutcome.Ready.class);
    }

    @Test
    void connections_that_do_not_own_their_sessions_are_a_problem_beside_others() throws IOException, SQLException {
        Files.delete(script);
        try (var shared = new SharedSessions(database.dataSource(), 1)) {
            var problems = problems(StartupChecks.run(registry, logs, allowed(repo), shared.dataSource()));

            assertThat(problems).hasSize(2);
            assertThat(problems.get(0)).startsWith("database: there is a pooler before it");
            assertThat(problems.get(1)).isEqualTo("script one.script: there is no scripts/one.sh in any repo path");
        }
    }

    @Test
    void a_schema_that_lacks_migrations_is_a_problem() {
        String latest =
                String.valueOf(database.dsl().fetchValue("SELECT max(version::int)::text FROM flyway_schema_history"));
        database.dsl().execute("DELETE FROM flyway_schema_history WHERE version = ?", latest);
        try {
            assertThat(problems(run()))
                    .singleElement()
                    .asString()
                    .startsWith("database schema is at version")
                    .endsWith("this build needs %s: run runner-worker migrate".formatted(latest));
        } finally {
            database.dsl()
                    .execute(
                            "INSERT INTO flyway_schema_history SELECT installed_rank + 1, ?, description, type, script,"
                                    + " checksum, installed_by, installed_on, execution_time, success"
                                    + " FROM flyway_schema_history ORDER BY installed_rank DESC LIMIT 1",
                            latest);
        }
    }

    private StartupOutcome run() {
        return StartupChecks.run(registry, logs, allowed(repo), database.dataSource());
    }

    private static List<String> problems(StartupOutcome outcome) {
        assertThat(outcome).isInstanceOf(StartupOutcome.Refused.class);
        return ((StartupOutcome.Refused) outcome).problems();
    }

    private static AllowedRepoPaths allowed(Path path) {
        return new AllowedRepoPaths(List.of(path));
    }

    private static DataSource unreachable() {
        var dataSource = new PGSimpleDataSource();
        dataSource.setURL("jdbc:postgresql://127.0.0.1:1/none");
        return dataSource;
    }
}
