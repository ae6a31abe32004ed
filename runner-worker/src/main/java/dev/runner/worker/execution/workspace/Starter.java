package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Dispatch.Category;
import dev.runner.worker.execution.Launch;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts attempts, each at most once, and leaves nothing behind of one that cannot be started. */
final class Starter {
    private final WorkspaceConfig config;
    private final Shim shim;
    private final ChildEnvironment environment;

    Starter(WorkspaceConfig config, Place place, ChildEnvironment environment) {
        this.config = config;
        this.shim = new Shim(place);
        this.environment = environment;
    }

    /** What came of it. */
    sealed interface Outcome {
        record Started(Attempt attempt, Process process) implements Outcome {}

        record NotStarted(Dispatch dispatch) implements Outcome {}
    }

    Outcome start(Launch launch) {
        Map<String, String> variables = environment.of(launch.key(), launch.environment());
        if (!canPass(launch.argv(), variables)) {
            return refused(
                    Category.CONFIG_ERROR,
                    "an argument cannot be passed on in the worker's locale, which is not UTF-8");
        }
        if (!config.allowedPaths().allows(launch.workingDirectory().toString())) {
            return refused(
                    Category.CONFIG_ERROR, "%s is not in an allowed folder".formatted(launch.workingDirectory()));
        }
        var control = new ControlDirectory(config.controlRoot(), launch.key());
        try {
            control.create();
        } catch (FileAlreadyExistsException e) {
            return new Outcome.NotStarted(new Dispatch.AlreadyStarted());
        } catch (IOException e) {
            return refused(Category.CREATE_FAILED, "control folder cannot be made: " + e.getMessage());
        }
        Optional<Cgroup> cgroup = makeCgroup(launch.key());
        try (var log = AttemptLog.open(
                config.logFile(launch.key().jobId()), launch.key().attempt())) {
            var builder = new ProcessBuilder(shim.command(control.path(), cgroup.map(Cgroup::path), launch.argv()))
                    // With every link followed already, so that no link can be changed behind the check.
                    .directory(launch.workingDirectory().toRealPath().toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.target()))
                    .redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(variables);
            return started(launch.key(), control, builder.start());
        } catch (IOException e) {
            cgroup.ifPresent(Cgroup::remove);
            control.remove();
            return refused(categoryOf(e), String.valueOf(e.getMessage()));
        }
    }

    private Outcome started(AttemptKey key, ControlDirectory control, Process process) {
        // The pid stays the same through setsid and sh. If it has ended already, it has said when it started.
        var identity = ProcStat.read(process.pid())
                .map(LocalProcess::of)
                .or(control::shim)
                .orElseGet(() -> new LocalProcess(process.pid(), LocalProcess.NO_TICKS));
        return new Outcome.Started(new Attempt(key, control, identity, config.logFile(key.jobId()), process), process);
    }

    private Optional<Cgroup> makeCgroup(AttemptKey key) {
        return config.cgroupRoot()
                .map(root -> new Cgroup(root.resolve("runner-" + key)))
                .filter(cgroup -> {
                    try {
                        cgroup.create();
                        return true;
                    } catch (IOException e) {
                        // The markers serve instead.
                        return false;
                    }
                });
    }

    private boolean canPass(List<String> argv, Map<String, String> variables) {
        return Stream.of(argv, variables.keySet(), variables.values())
                .flatMap(values -> values.stream())
                .allMatch(shim::canPass);
    }

    /** Java starts programs by means of a file of its own installation, which is missing after an upgrade. */
    private static Category categoryOf(IOException e) {
        String message = String.valueOf(e.getMessage());
        return message.contains("spawn helper") || message.contains("posix_spawn")
                ? Category.PROVIDER_UNAVAILABLE
                : Category.CREATE_FAILED;
    }

    private static Outcome refused(Category category, String detail) {
        return new Outcome.NotStarted(new Dispatch.Refused(category, detail));
    }
}
