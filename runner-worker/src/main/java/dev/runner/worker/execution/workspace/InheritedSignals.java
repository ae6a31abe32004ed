package dev.runner.worker.execution.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Signals that whoever started this worker had it ignore: {@code nohup} does that with SIGHUP, a script that starts
 * something in the background with SIGINT and SIGQUIT, and some service managers with SIGPIPE.
 *
 * <p>A process hands on what it ignores, and a shell cannot undo it: the trap of a script would never run, and what it
 * starts would not end by that signal either. A signal that is caught is handed on as one that is not, so from here on
 * they are caught, and nothing is done about them: the worker goes on as it was meant to, and jobs begin like any program.
 */
final class InheritedSignals {
    /** Those by which programs end. Being stopped by the terminal is another matter: catching that means stopping. */
    private static final int[] ENDING = {1, 2, 3, 10, 12, 13, 14, Libc.TERM};

    private static final String IGNORED = "SigIgn:";

    private InheritedSignals() {}

    /** To be called before anything is started. */
    static void keepFromJobs() {
        long ignored = ignored();
        for (int signal : ENDING) {
            if ((ignored >> (signal - 1) & 1) == 1) {
                Libc.disregard(signal);
            }
        }
    }

    private static long ignored() {
        try {
            return Files.readAllLines(Path.of("/proc/self/status")).stream()
                    .filter(line -> line.startsWith(IGNORED))
                    .map(line -> Long.parseUnsignedLong(
                            line.substring(IGNORED.length()).strip(), 16))
                    .findFirst()
                    .orElse(0L);
        } catch (IOException | NumberFormatException e) {
            // A system without it; then jobs begin as the worker did.
            return 0;
        }
    }
}
