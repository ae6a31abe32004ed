package dev.runner.worker.execution.workspace;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The part of {@code /proc/pid/stat} by which processes are told apart. */
record ProcStat(long pid, char state, long parent, long group, long flags, long startTicks) {
    /** PF_KTHREAD: has no environment and cannot be killed. */
    private static final long KERNEL_THREAD = 0x0020_0000;

    /** Empty when there is no such process any more. */
    static Optional<ProcStat> read(long pid) {
        try (var in = new FileInputStream("/proc/" + pid + "/stat")) {
            return Optional.of(parse(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The name in parentheses may itself contain blanks and parentheses; nothing behind it does. */
    static ProcStat parse(String line) {
        int name = line.indexOf(' ');
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
        return new ProcStat(
                Long.parseLong(line.substring(0, name)),
                fields[0].charAt(0),
                Long.parseLong(fields[1]),
                Long.parseLong(fields[2]),
                Long.parseLong(fields[6]),
                Long.parseLong(fields[19]));
    }

    /** Whether it can still do anything; a zombie cannot. */
    boolean isAlive() {
        return state != 'Z' && state != 'X';
    }

    boolean isKernelThread() {
        return (flags & KERNEL_THREAD) != 0;
    }
}
