package dev.runner.startup;

import static dev.runner.db.generated.Tables.RUNNER_INSTALLATION;

import dev.runner.db.Databases;
import dev.runner.db.migration.Migrations;
import dev.runner.db.migration.SchemaState;
import dev.runner.registry.LoadOutcome;
import dev.runner.registry.Registry;
import dev.runner.registry.RegistryLoader;
import dev.runner.registry.Script;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.repo.Repo;
import dev.runner.repo.Repos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jooq.DSLContext;

/**
 * Looks at everything an installation rests on before the first request or job does: whitelist, log directory, repo
 * paths, script files, database, its sessions and schema. One problem does not hide another.
 */
public final class StartupChecks {
    /** The oldest server the migrations and statements are tested on. */
    private static final int OLDEST_POSTGRESQL = 15;

    private final List<String> problems = new ArrayList<>();

    private StartupChecks() {}

    public static StartupOutcome run(
            Path registryFile, Path logDirectory, AllowedRepoPaths allowed, DataSource dataSource) {
        return new StartupChecks().all(registryFile, logDirectory, allowed, dataSource);
    }

    private StartupOutcome all(Path registryFile, Path logDirectory, AllowedRepoPaths allowed, DataSource dataSource) {
        Optional<Registry> registry = registry(registryFile);
        boolean logsWritable = logDirectory(logDirectory);
        Set<Path> folders = repoPaths(allowed);
        if (databaseIsUsable(dataSource)) {
            DSLContext dsl = Databases.dsl(dataSource);
            if (logsWritable) {
                logDirectoryBelongsHere(logDirectory, dsl);
            }
            new Repos(dsl)
                    .enabled().stream()
                            .map(Repo::pathOrUrl)
                            .filter(allowed::allows)
                            .forEach(path -> folders.add(Path.of(path)));
        }
        if (!folders.isEmpty()) {
            registry.ifPresent(r -> r.scripts().forEach(script -> scriptFile(script, folders)));
        }
        return registry.isPresent() && problems.isEmpty()
                ? new StartupOutcome.Ready(registry.get())
                : new StartupOutcome.Refused(problems);
    }

    private Optional<Registry> registry(Path file) {
        return switch (RegistryLoader.load(file)) {
            case LoadOutcome.Loaded(Registry registry) -> Optional.of(registry);
            case LoadOutcome.Rejected(List<String> found) -> {
                found.forEach(problem -> problems.add("registry %s: %s".formatted(file, problem)));
                yield Optional.empty();
            }
        };
    }

    /** By writing: permission bits say nothing about a read-only or full file system. */
    private boolean logDirectory(Path directory) {
        if (!Files.isDirectory(directory)) {
            problems.add("log directory %s does not exist".formatted(directory));
            return false;
        }
        try {
            Path trial = Files.createTempFile(directory, ".startup-check", "");
            Files.delete(trial);
            return true;
        } catch (IOException e) {
            problems.add("log directory %s is not writable: %s".formatted(directory, e.getMessage()));
            return false;
        }
    }

    private void logDirectoryBelongsHere(Path directory, DSLContext dsl) {
        UUID own = dsl.selectFrom(RUNNER_INSTALLATION).fetchSingle().getId();
        try {
            UUID owner = FolderMark.settle(directory, own);
            if (!owner.equals(own)) {
                problems.add(
                        ("log directory %s belongs to another installation (%s, this database is %s): give this one"
                                        + " a RUNNER_LOG_DIR of its own, or the database that belongs to the folder; if that is"
                                        + " gone for good, empty the folder, %s included")
                                .formatted(directory, owner, own, FolderMark.NAME));
            }
        } catch (IOException e) {
            problems.add("log directory %s cannot be told from another installation's: %s"
                    .formatted(directory, e.getMessage()));
        }
    }

    private Set<Path> repoPaths(AllowedRepoPaths allowed) {
        var folders = new LinkedHashSet<Path>();
        for (Path path : allowed.paths()) {
            if (Files.isDirectory(path) && Files.isReadable(path)) {
                folders.add(path);
            } else {
                problems.add("repo path %s is not a readable folder".formatted(path));
            }
        }
        return folders;
    }

    /** Repos may differ in what they hold, so a script must be in one of them; where it is, it must be usable. */
    private void scriptFile(Script script, Set<Path> folders) {
        Optional<String> name = script.scriptFile();
        if (name.isEmpty()) {
            return;
        }
        boolean found = false;
        for (Path folder : folders) {
            Path file = resolve(folder, name.get());
            if (!Files.exists(file)) {
                continue;
            }
            found = true;
            if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
                problems.add("script %s: %s is not an executable file".formatted(script.key(), file));
            } else if (!isInside(file, folder)) {
                problems.add("script %s: %s leads out of the repo".formatted(script.key(), file));
            }
        }
        if (!found) {
            problems.add("script %s: there is no %s in any repo path".formatted(script.key(), name.get()));
        }
    }

    private static Path resolve(Path folder, String name) {
        try {
            return folder.resolve(name);
        } catch (InvalidPathException e) {
            // The registry keeps control characters out; should one get here, no such file is the right answer.
            return folder.resolve("no such file");
        }
    }

    private static boolean isInside(Path file, Path folder) {
        try {
            return file.toRealPath().startsWith(folder.toRealPath());
        } catch (IOException e) {
            return false;
        }
    }

    private boolean databaseIsUsable(DataSource dataSource) {
        try (Connection connection = dataSource.getConnection()) {
            var server = connection.getMetaData();
            if (server.getDatabaseMajorVersion() < OLDEST_POSTGRESQL) {
                problems.add("database: PostgreSQL %d or newer is needed, this is %s"
                        .formatted(OLDEST_POSTGRESQL, server.getDatabaseProductVersion()));
                return false;
            }
            SessionCheck.problem(connection, dataSource).ifPresent(problems::add);
        } catch (SQLException e) {
            problems.add("database cannot be reached: " + e.getMessage());
            return false;
        }
        SchemaState schema = new Migrations(dataSource).state();
        if (!schema.current()) {
            problems.add("database schema is at version %s, this build needs %s: run runner-worker migrate"
                    .formatted(schema.version(), schema.expected()));
        }
        return schema.current();
    }
}
