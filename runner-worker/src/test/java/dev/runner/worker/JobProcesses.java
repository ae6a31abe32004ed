package dev.runner.worker;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What runs of the jobs that this very JVM has started. Other processes that it has started (a database, a tool, the
 * helper by which Java starts programs) are none, and neither are jobs of a suite that runs beside this one.
 */
public final class JobProcesses {
    private static final String MARK = "RUNNER_JOB_ID=";

    private JobProcesses() {}

    public static List<ProcessHandle> alive() {
        return ProcessHandle.current()
                .descendants()
                .filter(process -> isOfAJob(process.pid()))
                .filter(ProcessHandle::isAlive)
                .toList();
    }

    private static boolean isOfAJob(long pid) {
        try {
            String environment = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
            return environment.startsWith(MARK) || environment.contains("\0" + MARK);
        } catch (IOException e) {
            // Gone meanwhile.
            return false;
        }
    }
}
