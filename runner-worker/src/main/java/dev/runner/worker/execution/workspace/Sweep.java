package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Ends whatever an attempt left behind: background children, double forks, processes in sessions of their own. Done in
 * passes, because whoever is killed may just have forked, until nobody is found any more. Not thread-safe.
 */
final class Sweep {
    /** What a process in uninterruptible sleep is given before it is reported instead. */
    static final Duration LIMIT = Duration.ofSeconds(5);
    /** More than any machine starts; what it takes to use all pids once bounds when one could be used again. */
    private static final long STARTS_PER_MILLISECOND = 20;

    /** For an attempt of which nothing is to be spared. */
    static final long NO_SHIM = -1;

    static final LongPredicate ALL_PIDS = pid -> true;

    private final AttemptKey key;
    private final LongPredicate pids;
    /** The shim and its own helpers, which publish the result, are in the group it leads. The job never is. */
    private final long shimPid;

    private final Optional<Cgroup> cgroup;
    private final Set<LocalProcess> others = new HashSet<>();
    private int cleanPasses;
    private boolean foundAny;
    private List<Long> remaining = List.of();

    Sweep(AttemptKey key, long shimPid, Optional<Cgroup> cgroup, LongPredicate pids) {
        this.key = key;
        this.shimPid = shimPid;
        this.cgroup = cgroup;
        this.pids = pids;
    }

    /**
     * Pids that descendants of that process can have, if it started so long ago: larger ones, unless counting has begun
     * anew since. Spares most of the looking when jobs are short and many.
     */
    static LongPredicate startedAfter(long shimPid, Duration age) {
        try {
            long largest = Long.parseLong(
                    Files.readString(Path.of("/proc/sys/kernel/pid_max")).strip());
            String load = Files.readString(Path.of("/proc/loadavg")).strip();
            long newest = Long.parseLong(load.substring(load.lastIndexOf(' ') + 1));
            boolean mayHaveWrapped = newest < shimPid || age.toMillis() * STARTS_PER_MILLISECOND >= largest;
            return mayHaveWrapped ? ALL_PIDS : pid -> pid > shimPid;
        } catch (IOException | NumberFormatException e) {
            return ALL_PIDS;
        }
    }

    /** Processes that belong to the attempt though they may have lost the markers. */
    void also(Set<LocalProcess> processes) {
        others.addAll(processes);
    }

    /** Kills what it finds. True once there is nothing left to find. */
    boolean pass() {
        others.removeIf(process -> !process.signal(Libc.KILL));
        var alive = new ArrayList<>(others.stream().map(LocalProcess::pid).toList());
        boolean certain = cgroup.map(group -> emptied(group, alive)).orElseGet(() -> killMarked(alive));
        remaining = List.copyOf(alive);
        foundAny |= !alive.isEmpty();
        cleanPasses = alive.isEmpty() ? cleanPasses + 1 : 0;
        return cleanPasses > 1 || (cleanPasses == 1 && certain && !foundAny);
    }

    private static boolean emptied(Cgroup group, List<Long> alive) {
        if (!group.isPopulated()) {
            return true;
        }
        group.kill();
        alive.addAll(group.processes());
        return false;
    }

    private boolean killMarked(List<Long> alive) {
        var marked = MarkedProcesses.scan(key, pids);
        for (ProcStat stat : marked.found()) {
            if (stat.group() != shimPid) {
                LocalProcess.of(stat).signal(Libc.KILL);
                alive.add(stat.pid());
            }
        }
        return marked.isCertain();
    }

    /** Passes until there is nothing left, or the limit is over. */
    void toTheEnd() {
        Waiting.until(LIMIT, this::pass);
    }

    boolean foundAny() {
        return foundAny;
    }

    /** Pids that the last pass found, and could not end if it was the last. */
    List<Long> remaining() {
        return remaining;
    }
}
