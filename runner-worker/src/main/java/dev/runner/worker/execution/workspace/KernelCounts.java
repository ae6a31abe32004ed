package dev.runner.worker.execution.workspace;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Figures of the whole machine. */
final class KernelCounts {
    private static final String OOM_KILL = "oom_kill ";

    private KernelCounts() {}

    /** How many processes the kernel has ended for lack of memory since it was started; empty when it does not tell. */
    static OptionalLong oomKills() {
        try {
            return Files.readAllLines(Path.of("/proc/vmstat")).stream()
                    .filter(line -> line.startsWith(OOM_KILL))
                    .mapToLong(line -> Long.parseLong(line.substring(OOM_KILL.length())))
                    .findFirst();
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** How many threads there are, of everybody. */
    static OptionalLong threads() {
        try {
            // "0.20 0.18 0.12 1/80 11206": running and existing ones.
            String[] words = Files.readString(Path.of("/proc/loadavg")).strip().split(" ", -1);
            return OptionalLong.of(Long.parseLong(words[3].substring(words[3].indexOf('/') + 1)));
        } catch (IOException | RuntimeException e) {
            return OptionalLong.empty();
        }
    }
}
