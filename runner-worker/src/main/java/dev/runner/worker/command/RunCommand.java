package dev.runner.worker.command;

import dev.runner.db.Databases;
import dev.runner.registry.Registry;
import dev.runner.startup.StartupOutcome;
import dev.runner.worker.WorkerConfig;
import dev.runner.worker.execution.workspace.DiskFloor;
import dev.runner.worker.execution.workspace.LogLimitPolicy;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import dev.runner.worker.launcher.Worker;
import dev.runner.worker.launcher.WorkerIdentity;
import dev.runner.worker.launcher.WorkerParts;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The daemon: checks the installation once, then runs until it is told to stop. */
@Command(name = "run", description = "Runs the worker until it is told to stop.", mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {
    /** What it may take to write down what is known, when the database is slow or away. */
    private static final Duration FLUSH = Duration.ofSeconds(15);

    private static final Duration CANCEL_ALL = Duration.ofSeconds(15);

    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    RunCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() throws InterruptedException {
        WorkerConfig config = WorkerConfig.load(variables);
        return switch (CheckCommand.outcome(config.installation())) {
            case StartupOutcome.Refused(var problems) -> {
                RootCommand.print(spec.commandLine(), problems);
                yield CommandLine.ExitCode.SOFTWARE;
            }
            case StartupOutcome.Ready(Registry registry) -> {
                runUntilBroken(config, registry);
                yield CommandLine.ExitCode.SOFTWARE;
            }
        };
    }

    /** Being told to stop ends the process; this returns only when the worker should be started anew. */
    private void runUntilBroken(WorkerConfig config, Registry registry) throws InterruptedException {
        var broken = new CountDownLatch(1);
        var installation = config.installation();
        WorkerIdentity identity = WorkerIdentity.create(Version.number());
        var pool = Databases.pool(installation.database(), "runner-worker:" + identity.id());
        var workspace = WorkspaceConfig.of(installation.logDirectory(), installation.repos())
                .withLogLimit(
                        config.maxLogBytes(), config.stopAtLogLimit() ? LogLimitPolicy.STOP : LogLimitPolicy.DISCARD);
        var floor = new DiskFloor(installation.logDirectory(), config.freeDiskFloor());
        Worker worker = Worker.start(new WorkerParts(
                identity,
                config.launcher(),
                installation.database(),
                pool,
                registry,
                installation.repos(),
                installation.logDirectory(),
                new WorkspaceProvider(workspace, variables, InstantSource.system()),
                InstantSource.system(),
                () -> floor.refusal().orElse(null),
                broken::countDown));
        OrderlyStop.whenTold(
                config.launcher().drain() ? FLUSH : FLUSH.plus(CANCEL_ALL),
                () -> {
                    worker.close();
                    pool.close();
                },
                // Being told to stop is no failure, but a JVM ended by a signal reports one.
                () -> broken.getCount() == 0 ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK);
        broken.await();
    }
}
