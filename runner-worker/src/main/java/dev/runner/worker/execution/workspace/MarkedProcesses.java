package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * One pass over all processes, looking for the mark of an attempt in their limits, and for its markers in their
 * environment: the mark is all that some have kept, and the markers all that some shells could give.
 */
final class MarkedProcesses {
    private final byte[] jobMarker;
    private final byte[] attemptMarker;
    private final long mark;
    private final List<ProcStat> found = new ArrayList<>();
    private boolean certain = true;

    private MarkedProcesses(AttemptKey key) {
        this.jobMarker = bytes(ChildEnvironment.JOB_ID + "=" + key.jobId());
        this.attemptMarker = bytes(ChildEnvironment.ATTEMPT + "=" + key.attempt());
        this.mark = LimitMark.of(key);
    }

    /** Looks at all processes in the range. */
    static MarkedProcesses scan(AttemptKey key, PidRange pids) {
        try (var processes = new ProcessScan()) {
            return scan(key, pids, processes);
        }
    }

    /** The same in a look that is shared; it must have been begun after the attempt ended. */
    static MarkedProcesses scan(AttemptKey key, PidRange range, ProcessScan processes) {
        var scan = new MarkedProcesses(key);
        long[] pids = processes.pids();
        LongPredicate candidates = range.upTo(processes.newest());
        for (long pid : pids) {
            if (candidates.test(pid)) {
                scan.look(pid, processes);
            }
        }
        return scan;
    }

    static long[] allPids() {
        String[] names = new File("/proc").list((folder, name) -> Character.digit(name.charAt(0), 10) >= 0);
        return names == null
                ? new long[0]
                : Arrays.stream(names).mapToLong(Long::parseLong).toArray();
    }

    List<ProcStat> found() {
        return found;
    }

    /**
     * False when a process vanished during the pass, which may have left a child behind that was not listed yet, or was
     * in the middle of exec, when it has no environment for a moment.
     */
    boolean isCertain() {
        return certain;
    }

    private void look(long pid, ProcessScan processes) {
        byte[] environment = processes.environment(pid);
        if (processes.isGone(pid)) {
            certain = false;
        } else if (isMarked(environment) || processes.mark(pid) == mark) {
            ProcStat.read(pid).filter(ProcStat::isAlive).ifPresent(found::add);
        } else if (processes.isForeign(pid)) {
            // Nobody of a job's; but a look that failed for another reason says nothing about one who is gone by now.
            certain &= new File("/proc/" + pid).exists();
        } else if (environment.length == 0) {
            Optional<ProcStat> stat = ProcStat.read(pid);
            certain &= stat.filter(s -> s.isKernelThread() || !s.isAlive()).isPresent();
        }
    }

    private boolean isMarked(byte[] environment) {
        return contains(environment, jobMarker) && contains(environment, attemptMarker);
    }

    /** Whether it is one of the NUL-terminated entries. */
    static boolean contains(byte[] environment, byte[] entry) {
        int start = 0;
        while (start < environment.length) {
            int end = start;
            while (end < environment.length && environment[end] != 0) {
                end++;
            }
            if (Arrays.equals(environment, start, end, entry, 0, entry.length)) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
