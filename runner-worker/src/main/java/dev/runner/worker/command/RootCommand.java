package dev.runner.worker.command;

import dev.runner.config.ConfigException;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code runner-worker}: without a command it only says which there are. */
@Command(
        name = "runner-worker",
        description = "Executes the jobs that runner-api accepts. Settings come from the environment.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND")
public final class RootCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    private RootCommand() {}

    /** The whole command line over the given variables, so that a test can run it without a process. */
    public static CommandLine commandLine(Map<String, String> variables) {
        return new CommandLine(new RootCommand())
                .addSubcommand(new RunCommand(variables))
                .addSubcommand(new CheckCommand(variables))
                .addSubcommand(new MigrateCommand(variables))
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    print(command, problems(failure));
                    return CommandLine.ExitCode.SOFTWARE;
                });
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
