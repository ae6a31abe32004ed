package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.Ending;
import dev.runner.worker.execution.StopReport;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * SIGTERM to the job's group, a grace period, SIGKILL to the group, and then a sweep for those who had left it. Blocks
 * for as long as that takes, which is bounded.
 */
final class StopSequence {
    /** How long the shim may take to publish a code, with a disk that is busy. */
    private static final Duration PUBLISHING = Duration.ofSeconds(5);

    private final Attempt attempt;
    private final Duration grace;
    private final InstantSource clock;

    StopSequence(Attempt attempt, Duration grace, InstantSource clock) {
        this.attempt = attempt;
        this.grace = grace;
        this.clock = clock;
    }

    /** Ends everything, and tells of it. */
    StopReport run() {
        long begin = System.nanoTime();
        // A stop that comes with the start: the job's process is about to exist.
        Waiting.briefly(() -> attempt.control.main().isPresent() || attempt.hasEnded());
        Optional<LocalProcess> main = attempt.control.main().map(ControlDirectory.Main::process);
        // Taken while the parents are alive: by descent those are found, too, who got rid of the markers.
        Set<LocalProcess> family = new HashSet<>();
        main.ifPresent(process -> family.addAll(Kinship.familyOf(process)));
        boolean polite = main.map(this::politely).orElse(false);
        main.ifPresent(process -> {
            family.addAll(Kinship.familyOf(process));
            process.signalGroup(Libc.KILL);
        });
        boolean sparing = !attempt.hasEnded();
        Sweep sweep = sweep(family);
        // A job that cannot be ended has no code that could be published.
        boolean stuck = main.filter(LocalProcess::isAlive).isPresent();
        if (stuck || !Waiting.until(PUBLISHING, attempt::hasEnded)) {
            attempt.shim.signalGroup(Libc.KILL);
            Waiting.briefly(attempt::hasEnded);
        }
        boolean foundAny = sweep.foundAny();
        if (sparing && sweep.remaining().isEmpty()) {
            // With the shim its group was spared, and in it a job that was not yet out of it: on a busy machine it may
            // have begun only now.
            sweep = sweep(family);
            foundAny |= sweep.foundAny();
        }
        attempt.end(attempt.finding(clock), sweep.remaining());
        Ending ending = attempt.ending.join();
        return new StopReport(ending, !polite || foundAny, Duration.ofNanos(System.nanoTime() - begin));
    }

    private Sweep sweep(Set<LocalProcess> family) {
        Sweep sweep = attempt.sweep();
        sweep.also(family);
        sweep.toTheEnd();
        return sweep;
    }

    /** Whether the job and its group ended within the grace period. A group outlives a leader that did not wait for it. */
    private boolean politely(LocalProcess process) {
        var told = new boolean[1];
        return Waiting.until(grace, () -> {
            // Until the job has become the leader of its group there is no group to signal.
            if (!told[0] && process.signalGroup(Libc.TERM)) {
                told[0] = true;
                // A job that was suspended would not notice before it is continued.
                process.signalGroup(Libc.CONTINUE);
            }
            return attempt.hasEnded() && !process.groupHasMembers();
        });
    }
}
