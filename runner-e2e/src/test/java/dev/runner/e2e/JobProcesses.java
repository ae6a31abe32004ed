package dev.runner.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel knows about the processes of jobs; the product is not asked. */
final class JobProcesses {
    private JobProcesses() {}

    /** Whoever carries the mark of this job: its shim, its script, and whatever they started. */
    static List<Long> of(String jobId) {
        String mark = "RUNNER_JOB_ID=" + jobId;
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> environment(pid).contains(mark))
                .toList();
    }

    /** Whether it still runs; one that is dead and only waits for its parent to notice does not. */
    static boolean isAlive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name in parentheses may contain anything; the state follows the last one.
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }

    /** So that a test that fails in the middle leaves nothing behind. Whoever works in the folder is of its jobs. */
    static void killAllUnder(Path folder) {
        ProcessHandle.allProcesses()
                .filter(process -> worksIn(process.pid(), folder))
                .forEach(ProcessHandle::destroyForcibly);
    }

    private static boolean worksIn(long pid, Path folder) {
        try {
            return Files.readSymbolicLink(Path.of("/proc/" + pid + "/cwd")).startsWith(folder);
        } catch (IOException e) {
            return false;
        }
    }

    private static List<String> environment(long pid) {
        try {
            return List.of(new String(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")), StandardCharsets.UTF_8)
                    .split("\0", -1));
        } catch (IOException e) {
            return List.of();
        }
    }
}
