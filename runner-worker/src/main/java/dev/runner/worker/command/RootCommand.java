package dev.runner.worker.command;

import dev.runner.config.ConfigException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runner-worker}: without a command it only says which there are. */
@Command(
        name = "runner-worker",
        description = "Executes the jobs that runner-api accepts.",
        footer = {
            "",
            "Settings come from the environment, then from options, which win; .env.example explains each.",
            "'runner-worker help COMMAND' or 'runner-worker COMMAND --help' lists the options of a command."
        },
        exitCodeListHeading = RootCommand.EXIT_CODES,
        exitCodeList = {
            "0:It worked.",
            "1:It did not; stderr says why, one reason per line.",
            "2:The command line is wrong.",
            "3:The database cannot be reached (status, migrate)."
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class RootCommand implements Runnable {
    static final String EXIT_CODES = "%nExit codes:%n";
    static final String OPTIONS_WIN = "%nAn option wins over the variable it stands for. Secrets have no option:"
            + " set RUNNER_DATABASE_PASSWORD.";

    private static final int WIDTH = 110;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    private RootCommand() {}

    /** The whole command line over the given variables, so that a test can run it without a process. */
    public static CommandLine commandLine(Map<String, String> variables) {
        return new CommandLine(new RootCommand())
                .addSubcommand(with(Setting.ALL, new RunCommand(variables)))
                .addSubcommand(with(Setting.ALL, new CheckCommand(variables)))
                .addSubcommand(with(Setting.DATABASE, new MigrateCommand(variables)))
                .addSubcommand(with(Setting.DATABASE, new StatusCommand(variables)))
                .addSubcommand(new CommandLine.HelpCommand())
                .setUsageHelpWidth(WIDTH)
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    var away = DatabaseAway.reason(failure);
                    print(command, away.map(List::of).orElseGet(() -> problems(failure)));
                    return away.isPresent() ? DatabaseAway.EXIT_CODE : CommandLine.ExitCode.SOFTWARE;
                });
    }

    private static CommandLine with(Set<Setting> settings, Object command) {
        var line = new CommandLine(command);
        Setting.addTo(line, settings);
        return line;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
    }

    static void print(CommandLine command, List<String> problems) {
        var err = command.getErr();
        problems.forEach(problem -> err.println("runner-worker: " + problem));
        err.flush();
    }

    private static List<String> problems(Exception failure) {
        return failure instanceof ConfigException config
                ? config.problems()
                : List.of(String.valueOf(failure.getMessage()).strip());
    }
}
