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
        mixinStandardHelpOptions = true)
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
        return switch (outcome(WorkerConfig.load(variables).installation())) {
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

    static StartupOutcome outcome(InstallationConfig installation) {
        return StartupChecks.run(
                installation.registry(),
                installation.logDirectory(),
                installation.repos(),
                Databases.single(installation.database(), "runner-check"));
    }
}
