package dev.runner.worker.command;

import dev.runner.config.Environment;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.migration.Migrations;
import dev.runner.startup.InstallationConfig;
import dev.runner.startup.SessionCheck;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings the database to the schema of this build. Harmless when there is nothing to do, or when two do it at once. */
@Command(
        name = "migrate",
        description = "Applies the schema changes that the database lacks.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = RootCommand.OPTIONS_WIN,
        exitCodeListHeading = RootCommand.EXIT_CODES,
        exitCodeList = {
            "0:The schema is that of this build.",
            "1:The settings cannot be used, or a schema change failed.",
            "2:The command line is wrong.",
            "3:The database cannot be reached."
        })
final class MigrateCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    MigrateCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    static DatabaseConfig database(Map<String, String> variables, CommandLine command) {
        Environment env = Setting.environment(variables, command);
        var database = InstallationConfig.readDatabase(env);
        // Whatever else is set belongs to the daemons, which judge it when they start.
        env.alsoKnown(variables.keySet());
        return env.finish(database);
    }

    @Override
    public Integer call() throws SQLException {
        DatabaseConfig config = database(variables, spec.commandLine());
        var dataSource = Databases.single(config, "runner-migrate");
        Optional<String> problem = SessionCheck.problem(dataSource);
        if (problem.isPresent()) {
            // The lock that makes others wait would stay behind in a session of the pooler.
            RootCommand.print(spec.commandLine(), List.of(problem.get()));
            return CommandLine.ExitCode.SOFTWARE;
        }
        var migrations = new Migrations(dataSource);
        int applied = migrations.apply();
        var out = spec.commandLine().getOut();
        out.println(
                applied == 0
                        ? "schema is at version %s, nothing to do"
                                .formatted(migrations.state().version())
                        : "schema is at version %s, %d %s applied"
                                .formatted(
                                        migrations.state().version(),
                                        applied,
                                        applied == 1 ? "migration" : "migrations"));
        out.flush();
        return CommandLine.ExitCode.OK;
    }
}
