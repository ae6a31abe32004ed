package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A worker process that starts one job and then waits to be killed. */
final class WorkerDoubleMain {
    private WorkerDoubleMain() {}

    public static void main(String[] args) throws InterruptedException {
        var workspace = new TestWorkspace(Path.of(args[0]));
        workspace.dispatch(AttemptKey.parse(args[1]).orElseThrow(), "sh", "-c", args[2]);
        new CountDownLatch(1).await();
    }
}
