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
import java.util.OptionalLong;
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
            SpawnFailure failure = SpawnFailure.of(e);
            return refused(failure.category(), "control folder cannot be made: " + failure.detail());
        }
        Optional<Cgroup> cgroup = makeCgroup(launch.key());
        OptionalLong oomKills = KernelCounts.oomKills();
        try (var log = AttemptLog.open(
                config.logFile(launch.key().jobId()), launch.key().attempt())) {
            var builder = new ProcessBuilder(shim.command(
                            control.path(), cgroup.map(Cgroup::path), limits(launch.key(), cgroup), launch.argv()))
                    // With every link followed already, so that no link can be changed behind the check.
                    .directory(launch.workingDirectory().toRealPath().toFile())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.target()))
                    .redirectErrorStream(true);
            builder.environment().clear();
            builder.environment().putAll(variables);
            return started(launch.key(), control, builder.start(), oomKills);
        } catch (IOException e) {
            cgroup.ifPresent(Cgroup::remove);
            control.remove();
            return refused(SpawnFailure.of(e));
        }
    }

    /**
     * Those that no cgroup sees to. The number of processes can else be limited only for all of a user's together, so it
     * is that of all there are and as many again as the job may have: it then fails before the worker does.
     */
    private Shim.Limits limits(AttemptKey key, Optional<Cgroup> cgroup) {
        JobLimits limits = config.limits();
        boolean counted = cgroup.isPresent() && cgroup.get().limitsProcesses();
        OptionalLong threads = counted || limits.processes() == 0 ? OptionalLong.empty() : KernelCounts.threads();
        return new Shim.Limits(
                limits.openFiles() == 0 ? "" : Integer.toString(limits.openFiles()),
                threads.isPresent() ? Long.toString(threads.getAsLong() + limits.processes()) : "",
                Long.toString(LimitMark.of(key)));
    }

    private Outcome started(AttemptKey key, ControlDirectory control, Process process, OptionalLong oomKills) {
        // The pid stays the same through setsid and sh. If it has ended already, it has said when it started.
        var identity = ProcStat.read(process.pid())
                .map(LocalProcess::of)
                .or(control::shim)
                .orElseGet(() -> new LocalProcess(process.pid(), LocalProcess.NO_TICKS));
        var child = new Attempt.Child(process, oomKills);
        return new Outcome.Started(new Attempt(key, control, identity, config.logFile(key.jobId()), child), process);
    }

    private Optional<Cgroup> makeCgroup(AttemptKey key) {
        return config.cgroupRoot().map(root -> Cgroup.of(root, key)).filter(cgroup -> {
            try {
                cgroup.create(config.limits());
                return true;
            } catch (IOException e) {
                // The markers serve instead.
                cgroup.remove();
                return false;
            }
        });
    }

    private boolean canPass(List<String> argv, Map<String, String> variables) {
        return Stream.of(argv, variables.keySet(), variables.values())
                .flatMap(values -> values.stream())
                .allMatch(shim::canPass);
    }

    private static Outcome refused(SpawnFailure failure) {
        return refused(failure.category(), failure.detail());
    }

    private static Outcome refused(Category category, String detail) {
        return new Outcome.NotStarted(new Dispatch.Refused(category, detail));
    }
}
