package dev.runner.worker.command;

import dev.runner.config.Environment;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.migration.Migrations;
import dev.runner.startup.InstallationConfig;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings the database to the schema of this build. Harmless when there is nothing to do, or when two do it at once. */
@Command(
        name = "migrate",
        description = "Applies the schema changes that the database lacks.",
        mixinStandardHelpOptions = true)
final class MigrateCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    MigrateCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        var env = new Environment(variables);
        var database = InstallationConfig.readDatabase(env);
        // Whatever else is set belongs to the daemons, which judge it when they start.
        env.alsoKnown(variables.keySet());
        DatabaseConfig config = env.finish(database);
        var migrations = new Migrations(Databases.single(config, "runner-migrate"));
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
