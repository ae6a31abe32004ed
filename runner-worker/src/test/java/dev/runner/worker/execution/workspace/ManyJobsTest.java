package dev.runner.worker.execution.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.JobProcesses;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManyJobsTest {
    private static final int JOBS = 1000;
    private static final int AT_ONCE = 8;

    @TempDir
    Path folder;

    @Test
    void a_thousand_quick_jobs_leave_no_file_process_or_folder_behind() throws Exception {
        try (var workspace = new TestWorkspace(folder)) {
            run(workspace, AT_ONCE);
            int filesBefore = openFiles();

            run(workspace, JOBS);

            assertThat(openFiles()).isLessThanOrEqualTo(filesBefore + 2);
            assertThat(workspace.config.controlRoot()).isEmptyDirectory();
            assertThat(JobProcesses.alive()).isEmpty();
        }
    }

    private static void run(TestWorkspace workspace, int jobs) throws InterruptedException, ExecutionException {
        List<Future<?>> ends = new ArrayList<>();
        try (var starters = Executors.newFixedThreadPool(AT_ONCE)) {
            for (int i = 0; i < jobs; i++) {
                int code = i % 3;
                ends.add(starters.submit(() -> {
                    AttemptKey key = workspace.shell("exit " + code);
                    assertThat(((Finding.Ended) workspace.ending(key).finding()).exitCode())
                            .isEqualTo(code);
                    workspace.provider().forget(key);
                }));
            }
        }
        for (Future<?> end : ends) {
            end.get();
        }
    }

    private static int openFiles() {
        return Objects.requireNonNull(new File("/proc/self/fd").list()).length;
    }
}
