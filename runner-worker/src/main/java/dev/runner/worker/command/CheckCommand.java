package dev.runner.worker.command;

import dev.runner.db.Databases;
import dev.runner.startup.InstallationConfig;
import dev.runner.startup.StartupChecks;
import dev.runner.startup.StartupOutcome;
import dev.runner.worker.WorkerConfig;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Looks whether a worker could start here, and lists everything that speaks against it. */
@Command(
        name = "check",
        description = "Checks settings, whitelist, folders, script files and schema; lists all problems.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = RootCommand.OPTIONS_WIN,
        exitCodeListHeading = RootCommand.EXIT_CODES,
        exitCodeList = {
            "0:A worker could start here.",
            "1:It could not; every reason is listed, one per line.",
            "2:The command line is wrong."
        })
final class CheckCommand implements Callable<Integer> {
    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    CheckCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() {
        return switch (outcome(load(variables, spec.commandLine()).installation())) {
            case StartupOutcome.Ready(var registry) -> {
                var out = spec.commandLine().getOut();
                out.println("everything is in order, %d scripts may run"
                        .formatted(registry.scripts().size()));
                out.flush();
                yield CommandLine.ExitCode.OK;
            }
            case StartupOutcome.Refused(var problems) -> {
                RootCommand.print(spec.commandLine(), problems);
                yield CommandLine.ExitCode.SOFTWARE;
            }
        };
    }

    static WorkerConfig load(Map<String, String> variables, CommandLine command) {
        WorkerConfig config = WorkerConfig.load(Setting.environment(variables, command));
        String logFormat = Setting.LOG_FORMAT.typed(command);
        if (logFormat != null) {
            // The logging library reads this one by itself, when the first logger is made: after this.
            System.setProperty(Setting.LOG_FORMAT.variable(), logFormat);
        }
        return config;
    }

    static StartupOutcome outcome(InstallationConfig installation) {
        return StartupChecks.run(
                installation.registry(),
                installation.logDirectory(),
                installation.repos(),
                Databases.single(installation.database(), "runner-check"));
    }
}
