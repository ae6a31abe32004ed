package dev.runner.worker.execution.workspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Processes that belong to a job by descent or by group, whatever has become of their environment. */
final class Kinship {
    private Kinship() {}

    /** Who is in the group that the job's process led, and neither older than it nor a later user of its number. */
    static Set<LocalProcess> groupOf(LocalProcess leader) {
        var members = new HashSet<LocalProcess>();
        if (!leader.groupHasMembers()) {
            return members;
        }
        for (ProcStat stat : all()) {
            if (stat.pid() == leader.pid() && stat.startTicks() != leader.startTicks()) {
                return Set.of();
            }
            if (stat.group() == leader.pid() && stat.startTicks() >= leader.startTicks() && stat.isAlive()) {
                members.add(LocalProcess.of(stat));
            }
        }
        return members;
    }

    /** The job's process and all its descendants, as long as the chain of parents is unbroken. */
    static Set<LocalProcess> familyOf(LocalProcess ancestor) {
        var family = new HashSet<LocalProcess>();
        if (!ancestor.isAlive()) {
            return family;
        }
        Map<Long, List<ProcStat>> children = new HashMap<>();
        all().forEach(stat -> children.computeIfAbsent(stat.parent(), parent -> new ArrayList<>())
                .add(stat));
        family.add(ancestor);
        var pending = new ArrayList<>(List.of(ancestor.pid()));
        while (!pending.isEmpty()) {
            for (ProcStat child : children.getOrDefault(pending.removeLast(), List.of())) {
                if (family.add(LocalProcess.of(child))) {
                    pending.add(child.pid());
                }
            }
        }
        return family;
    }

    private static List<ProcStat> all() {
        return Arrays.stream(MarkedProcesses.allPids())
                .mapToObj(ProcStat::read)
                .flatMap(stat -> stat.stream())
                .toList();
    }
}
