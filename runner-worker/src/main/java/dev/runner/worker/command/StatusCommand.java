package dev.runner.worker.command;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.migration.Migrations;
import dev.runner.db.migration.SchemaState;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.diagnostics.HealthCheck;
import dev.runner.diagnostics.OwnProgram;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows how the installation is doing, from the database alone: no worker needs to run, or to be on this host. */
@Command(
        name = "status",
        description = "Shows what is wrong, who is the launcher, the workers, the running jobs and the queue.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = RootCommand.OPTIONS_WIN,
        exitCodeListHeading = RootCommand.EXIT_CODES,
        exitCodeList = {
            "0:The status was shown, whatever it says.",
            "1:The settings cannot be used, or the database lacks schema changes.",
            "2:The command line is wrong.",
            "3:The database cannot be reached."
        })
final class StatusCommand implements Callable<Integer> {
    /** More than any screen shows; the totals tell of the rest. */
    private static final int MOST_JOBS = 1000;

    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(names = "--json", description = "As one JSON object, with the names of the API's diagnostics.")
    private boolean json;

    StatusCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        DatabaseConfig config = MigrateCommand.database(variables, spec.commandLine());
        var dataSource = Databases.single(config, "runner-status");
        SchemaState schema = new Migrations(dataSource).state();
        if (!schema.current()) {
            RootCommand.print(
                    spec.commandLine(),
                    List.of("database schema is at version %s, this build needs %s: run runner-worker migrate"
                            .formatted(schema.version(), schema.expected())));
            return CommandLine.ExitCode.SOFTWARE;
        }
        var diagnostics = new Diagnostics(Databases.dsl(dataSource));
        var picture = diagnostics.read();
        var check = new HealthCheck(new OwnProgram(new Version().getVersion()[0], schema.expected(), null));
        var report = new StatusReport(picture, diagnostics.running(MOST_JOBS), check.problems(picture));
        var out = spec.commandLine().getOut();
        if (json) {
            out.println(report.json());
        } else {
            report.lines().forEach(out::println);
        }
        out.flush();
        return CommandLine.ExitCode.OK;
    }
}
