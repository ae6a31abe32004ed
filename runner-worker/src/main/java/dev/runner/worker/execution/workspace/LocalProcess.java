package dev.runner.worker.execution.workspace;

/**
 * A process of this place, told from a later one with the same pid by when it started. Every signal goes through here,
 * and looks first. Pids are given out in a circle, so between the look and the signal a pid cannot come round again.
 */
record LocalProcess(long pid, long startTicks) {
    /** Of a process that had gone before anybody could look: matches none. */
    static final long NO_TICKS = -1;

    static LocalProcess of(ProcStat stat) {
        return new LocalProcess(stat.pid(), stat.startTicks());
    }

    boolean isAlive() {
        return ProcStat.read(pid)
                .filter(stat -> stat.startTicks() == startTicks && stat.isAlive())
                .isPresent();
    }

    /** Whether there is still a process of this identity that was signalled. */
    boolean signal(int signal) {
        return isAlive() && Libc.kill(pid, signal);
    }

    /** Signals the group that this process leads; not if it has gone, because then the number may be another's. */
    boolean signalGroup(int signal) {
        return ProcStat.read(pid)
                        .filter(stat -> stat.startTicks() == startTicks && stat.group() == pid)
                        .isPresent()
                && Libc.kill(-pid, signal);
    }

    /** Whether anybody is in the group, after its leader has gone too. Signals nobody. */
    boolean groupHasMembers() {
        return Libc.kill(-pid, Libc.PROBE);
    }
}
