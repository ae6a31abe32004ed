package dev.runner.worker.command;

import dev.runner.db.Databases;
import dev.runner.registry.Registry;
import dev.runner.startup.StartupOutcome;
import dev.runner.systemd.ServiceManager;
import dev.runner.worker.WorkerConfig;
import dev.runner.worker.execution.workspace.DiskFloor;
import dev.runner.worker.execution.workspace.LogLimitPolicy;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import dev.runner.worker.launcher.Worker;
import dev.runner.worker.launcher.WorkerIdentity;
import dev.runner.worker.launcher.WorkerParts;
import dev.runner.worker.telemetry.Telemetry;
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
@Command(
        name = "run",
        description = "Runs the worker until it is told to stop.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = RootCommand.OPTIONS_WIN,
        exitCodeListHeading = RootCommand.EXIT_CODES,
        exitCodeList = {
            "0:It was told to stop (SIGTERM, SIGINT) and did.",
            "1:It could not start; every reason is listed, one per line.",
            "2:The command line is wrong.",
            "4:It can start nothing any more and has to be started anew, e.g. because its Java was replaced. Jobs go on."
        })
final class RunCommand implements Callable<Integer> {
    /** What it may take to write down what is known, when the database is slow or away. */
    private static final Duration FLUSH = Duration.ofSeconds(15);

    /** Apart from the codes of one that never started: whoever restarts it must not take it for that. */
    private static final int BROKEN = 4;

    private static final Duration CANCEL_ALL = Duration.ofSeconds(15);

    /** Left by the systemd unit when the service is stopped rather than restarted: nothing of it may stay behind. */
    private static final String END_JOBS = "end-jobs";

    /** Above what the limits on connecting and on statements, 10 s each, can add up to in one round. */
    private static final Duration STUCK = Duration.ofMinutes(1);

    private final Map<String, String> variables;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    RunCommand(Map<String, String> variables) {
        this.variables = variables;
    }

    @Override
    public Integer call() throws InterruptedException {
        WorkerConfig config = CheckCommand.load(variables, spec.commandLine());
        return switch (CheckCommand.outcome(config.installation())) {
            case StartupOutcome.Refused(var problems) -> {
                RootCommand.print(spec.commandLine(), problems);
                yield CommandLine.ExitCode.SOFTWARE;
            }
            case StartupOutcome.Ready(Registry registry) -> {
                runUntilBroken(config, registry);
                yield BROKEN;
            }
        };
    }

    /** Being told to stop ends the process; this returns only when the worker should be started anew. */
    private void runUntilBroken(WorkerConfig config, Registry registry) throws InterruptedException {
        var broken = new CountDownLatch(1);
        var installation = config.installation();
        WorkerIdentity identity = WorkerIdentity.create(Version.number());
        var pool = Databases.pool(installation.database(), "runner-worker:" + identity.id());
        var telemetry = Telemetry.start(config, identity, pool, registry);
        var workspace = WorkspaceConfig.of(installation.logDirectory(), installation.repos())
                .withLogLimit(
                        config.maxLogBytes(), config.stopAtLogLimit() ? LogLimitPolicy.STOP : LogLimitPolicy.DISCARD)
                .withLimits(config.jobLimits());
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
                () -> floor.space().orElse(null),
                broken::countDown,
                telemetry.listener()));
        telemetry.observe(worker);
        var manager = ServiceManager.of(variables);
        OrderlyStop.whenTold(
                () -> isBroken(broken) || drains(config, manager) ? FLUSH : FLUSH.plus(CANCEL_ALL),
                () -> {
                    manager.stopping();
                    // One that is broken is succeeded at once, and its jobs have nothing to do with it.
                    worker.close(isBroken(broken) || drains(config, manager));
                    telemetry.close();
                    pool.close();
                },
                // Being told to stop is no failure, but a JVM ended by a signal reports one.
                () -> isBroken(broken) ? BROKEN : CommandLine.ExitCode.OK);
        manager.ready(
                () -> worker.overdue().compareTo(STUCK) < 0,
                () -> "%s, %d jobs in hand"
                        .formatted(worker.isLauncher() ? "launcher" : "standing by", worker.active()));
        broken.await();
    }

    private static boolean isBroken(CountDownLatch broken) {
        return broken.getCount() == 0;
    }

    private static boolean drains(WorkerConfig config, ServiceManager manager) {
        return config.launcher().drain() && !manager.hasNote(END_JOBS);
    }
}
