package dev.runner.api.health;

import dev.runner.diagnostics.Diagnostics.Launcher;
import dev.runner.diagnostics.Diagnostics.OldestWaiting;
import dev.runner.diagnostics.Diagnostics.Picture;
import dev.runner.diagnostics.Diagnostics.Worker;
import dev.runner.diagnostics.HealthProblem;
import dev.runner.diagnostics.OwnProgram;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The installation as it is shown. */
record DiagnosticsView(
        String apiVersion,
        String schemaVersion,
        Launcher launcherLock,
        List<Worker> workers,
        Map<String, Long> queueDepth,
        @Nullable OldestWaiting oldestWaiting,
        Instant databaseTime,
        List<Problem> problems) {

    /** Something that is wrong. */
    record Problem(
            String code,
            String severity,
            String message,
            @Nullable String hint) {
        static Problem of(HealthProblem problem) {
            return new Problem(problem.code().text(), problem.severity().text(), problem.message(), problem.hint());
        }
    }

    static DiagnosticsView of(OwnProgram own, Picture picture, List<HealthProblem> problems) {
        return new DiagnosticsView(
                own.version(),
                picture.schemaVersion(),
                picture.launcherLock(),
                picture.workers(),
                picture.queueDepth(),
                picture.oldestWaiting(),
                picture.databaseTime(),
                problems.stream().map(Problem::of).toList());
    }
}
