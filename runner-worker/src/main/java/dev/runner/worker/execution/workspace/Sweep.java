package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Ends whatever an attempt left behind: background children, double forks, processes in sessions of their own. Done in
 * passes, because whoever is killed may just have forked, until nobody is found any more. Not thread-safe.
 */
final class Sweep {
    /** What a process in uninterruptible sleep is given before it is reported instead. */
    static final Duration LIMIT = Duration.ofSeconds(5);

    private final AttemptKey key;
    private final PidRange pids;
    /** Empty for an attempt of which nothing is to be spared. */
    private final Optional<LocalProcess> shim;

    private final Optional<Cgroup> cgroup;
    private final Set<LocalProcess> others = new HashSet<>();
    private int cleanPasses;
    private boolean foundAny;
    private List<Long> remaining = List.of();

    Sweep(AttemptKey key, Optional<LocalProcess> shim, Optional<Cgroup> cgroup, PidRange pids) {
        this.key = key;
        this.shim = shim;
        this.cgroup = cgroup;
        this.pids = pids;
    }

    /** Processes that belong to the attempt though they may have lost the markers. */
    void also(Set<LocalProcess> processes) {
        others.addAll(processes);
    }

    /** Kills what it finds. True once there is nothing left to find. */
    boolean pass() {
        try (var processes = new ProcessScan()) {
            return pass(() -> processes);
        }
    }

    /** The same with a look that is shared with others; asked for only if there is no cgroup that knows better. */
    boolean pass(Supplier<ProcessScan> processes) {
        others.removeIf(process -> !process.signal(Libc.KILL));
        var alive = new ArrayList<>(others.stream().map(LocalProcess::pid).toList());
        boolean populated = cgroup.filter(group -> isPopulated(group, alive)).isPresent();
        boolean certain = cgroup.isPresent() || killMarked(alive, processes.get());
        // By group and by marker the same one may be found twice.
        remaining = alive.stream().distinct().toList();
        boolean clean = alive.isEmpty() && !populated;
        foundAny |= !clean;
        cleanPasses = clean ? cleanPasses + 1 : 0;
        return cleanPasses > 1 || (cleanPasses == 1 && certain && !foundAny);
    }

    /** Ends whom it finds there. The kernel's word counts, also when nobody is to be seen. */
    private static boolean isPopulated(Cgroup group, List<Long> alive) {
        if (!group.isPopulated()) {
            return false;
        }
        // Listed first: who is found counts as found, also when it dies at once.
        alive.addAll(group.processes());
        group.kill();
        return true;
    }

    private boolean killMarked(List<Long> alive, ProcessScan processes) {
        OptionalLong spared = sparedGroup();
        var marked = MarkedProcesses.scan(key, pids, processes);
        for (ProcStat stat : marked.found()) {
            if (spared.isEmpty() || stat.group() != spared.getAsLong()) {
                LocalProcess.of(stat).signal(Libc.KILL);
                alive.add(stat.pid());
            }
        }
        return marked.isCertain();
    }

    /**
     * The shim and its own helpers, which publish the result, are in the group it leads. But so is the job until it has
     * a session of its own, and one whose shim was killed before that would be spared for ever.
     */
    private OptionalLong sparedGroup() {
        return shim.filter(LocalProcess::isAlive)
                .map(leader -> OptionalLong.of(leader.pid()))
                .orElseGet(OptionalLong::empty);
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
