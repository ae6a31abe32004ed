package dev.runner.diagnostics;

import dev.runner.db.migration.SchemaState;
import dev.runner.diagnostics.Diagnostics.Picture;
import dev.runner.diagnostics.Diagnostics.Worker;
import dev.runner.diagnostics.HealthProblem.Code;
import dev.runner.diagnostics.HealthProblem.Severity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Judges a picture of the installation: what is wrong, in words that tell an operator what to do. It asks nothing and
 * keeps nothing, so that it can be called as often as somebody looks.
 */
public final class HealthCheck {
    /** A worker that has just started may not hold the lock yet, though it tries each second. */
    private static final Duration LOCK_TAKEN = Duration.ofSeconds(10);

    /** After this long a worker has seen whatever waited when it came. */
    private static final Duration SETTLED = Duration.ofMinutes(1);

    /** A worker that is silent for longer is history. */
    private static final Duration NEWS = Duration.ofDays(1);

    private static final long MIB = 1L << 20;
    private static final long GIB = 1L << 30;
    private static final int NEARLY_FULL_PERCENT = 90;

    private final OwnProgram own;

    public HealthCheck(OwnProgram own) {
        this.own = own;
    }

    /** The most severe first; empty when all is well. */
    public List<HealthProblem> problems(Picture picture) {
        return new Round(picture).all();
    }

    /** One look at one picture. */
    private final class Round {
        private final Picture picture;
        private final List<Worker> alive;
        private final List<Worker> willing;
        private final List<HealthProblem> problems = new ArrayList<>();

        Round(Picture picture) {
            this.picture = picture;
            this.alive = picture.workers().stream().filter(Worker::alive).toList();
            this.willing = alive.stream()
                    .filter(worker -> worker.refusingReason() == null)
                    .toList();
        }

        List<HealthProblem> all() {
            noWorker();
            noLauncher();
            schema();
            stalled();
            unserved();
            refusing();
            silent();
            disk();
            queueNearlyFull();
            versions();
            problems.sort(Comparator.comparing(HealthProblem::severity).thenComparing(HealthProblem::code));
            return List.copyOf(problems);
        }

        private void noWorker() {
            if (!alive.isEmpty()) {
                return;
            }
            long waiting = depth("queued");
            String message = waiting == 0
                    ? "No worker is alive."
                    : "No worker is alive, and %s.".formatted(jobs(waiting, "waits", "wait"));
            add(
                    Code.NO_WORKER,
                    Severity.ERROR,
                    message,
                    "Start runner-worker; if it does not stay up, its log says why, and so does runner-worker check.");
        }

        private void noLauncher() {
            List<Worker> candidates = willing.stream()
                    .filter(worker -> isUpFor(worker, LOCK_TAKEN))
                    .toList();
            if (picture.launcherLock().held() || candidates.isEmpty()) {
                return;
            }
            boolean exclusive =
                    candidates.stream().anyMatch(worker -> worker.mode().equals("exclusive"));
            add(
                    Code.NO_LAUNCHER,
                    exclusive ? Severity.ERROR : Severity.WARNING,
                    exclusive
                            ? "Nobody holds the launcher lock, so no job is started."
                            : "Nobody holds the launcher lock, so jobs of dead workers are not taken over and old ones not"
                                    + " removed.",
                    "Workers try each second and log why they cannot; a connection pooler between them and the database"
                            + " must not hand out another session for each transaction.");
        }

        private void schema() {
            int compared = SchemaState.compare(picture.schemaVersion(), own.schemaVersion());
            if (compared < 0) {
                add(
                        Code.SCHEMA_MISMATCH,
                        Severity.ERROR,
                        "The database has schema version %s, this program needs %s."
                                .formatted(picture.schemaVersion(), own.schemaVersion()),
                        "Run runner-worker migrate.");
            } else if (compared > 0) {
                add(
                        Code.SCHEMA_MISMATCH,
                        Severity.WARNING,
                        "The database has schema version %s, newer than %s, which this program knows."
                                .formatted(picture.schemaVersion(), own.schemaVersion()),
                        "Update this program to the version that migrated the database.");
            }
        }

        private void stalled() {
            var job = picture.passedOver();
            if (job == null) {
                return;
            }
            // Only those that could have taken it: in exclusive mode the launcher, and not one that has just come.
            long free = willing.stream()
                    .filter(worker -> worker.launcher() || worker.mode().equals("shared"))
                    .filter(worker -> isUpFor(worker, SETTLED) && worker.serves(job.queue()))
                    .mapToLong(worker -> Math.max(0, worker.capacity() - worker.running()))
                    .sum();
            if (free > 0) {
                add(
                        Code.QUEUE_STALLED,
                        Severity.ERROR,
                        "Job %s (%s) could run and has waited for %s, though %s free."
                                .formatted(
                                        job.jobId(),
                                        job.scriptKey(),
                                        span(Duration.ofSeconds(job.waitingSeconds())),
                                        free == 1 ? "a slot is" : free + " slots are"),
                        "See the worker's log; if it says nothing about claims, restart the worker: its jobs go on.");
            }
        }

        private void unserved() {
            for (var queue : picture.unserved()) {
                boolean standsBy = alive.stream().anyMatch(worker -> worker.serves(queue.queue()));
                add(
                        Code.QUEUE_UNSERVED,
                        Severity.ERROR,
                        "%s in the queue %s: %s."
                                .formatted(
                                        jobs(queue.jobs(), "waits", "wait"),
                                        queue.queue(),
                                        standsBy
                                                ? "only workers that stand by serve it"
                                                : "no living worker serves it"),
                        standsBy
                                ? "In exclusive mode only the launcher takes jobs: give all workers the same RUNNER_QUEUES,"
                                        + " or have them share the work with RUNNER_LAUNCHER_MODE=shared."
                                : "Name it in RUNNER_QUEUES of a worker and restart that: its jobs go on.");
            }
        }

        private void refusing() {
            for (Worker worker : alive) {
                if (worker.refusingReason() != null) {
                    add(
                            Code.WORKER_REFUSING,
                            willing.isEmpty() ? Severity.ERROR : Severity.WARNING,
                            "Worker %s takes no jobs: %s.".formatted(worker.id(), worker.refusingReason()),
                            willing.isEmpty()
                                    ? "No other worker takes jobs either. Remove the reason; the worker goes on by itself."
                                    : "Others take jobs. Remove the reason; the worker goes on by itself.");
                }
            }
        }

        private void silent() {
            for (Worker worker : picture.workers()) {
                boolean silent = !worker.alive() && worker.stoppedAt() == null && isYounger(worker.startedAt(), NEWS);
                if (silent && !isReplaced(worker)) {
                    add(
                            Code.WORKER_SILENT,
                            Severity.WARNING,
                            "Worker %s on %s has not been seen for %s and did not say that it stops."
                                    .formatted(worker.id(), worker.host(), span(since(worker.lastSeenAt()))),
                            "See whether its process is there and reaches the database; once it is started again this"
                                    + " passes.");
                }
            }
        }

        /** Whether its host has a worker that came after its last sign of life: it crashed and was started again. */
        private boolean isReplaced(Worker silent) {
            return alive.stream()
                    .anyMatch(worker -> worker.host().equals(silent.host())
                            && worker.startedAt().isAfter(silent.lastSeenAt()));
        }

        /** Once for each host: its workers share the folder. */
        private void disk() {
            Map<String, Worker> fullest = new TreeMap<>();
            for (Worker worker : alive) {
                if (worker.diskFreeBytes() != null && worker.diskFloorBytes() != null) {
                    fullest.merge(worker.host(), worker, (a, b) -> headroom(a) <= headroom(b) ? a : b);
                }
            }
            fullest.values().stream()
                    .filter(worker -> headroom(worker) < floor(worker))
                    .forEach(worker -> {
                        boolean below = headroom(worker) < 0;
                        add(
                                Code.DISK_LOW,
                                below ? Severity.ERROR : Severity.WARNING,
                                "The log folder on %s has %s free; %s %s."
                                        .formatted(
                                                worker.host(),
                                                size(number(worker.diskFreeBytes())),
                                                below
                                                        ? "nothing is started with less than"
                                                        : "nothing will be started below",
                                                size(floor(worker))),
                                "Make room on that file system; RUNNER_FREE_DISK_FLOOR_MIB is what must stay free.");
                    });
        }

        private void queueNearlyFull() {
            var limits = own.limits();
            if (limits == null || !limits.queueing()) {
                return;
            }
            long active = depth("queued") + depth("running") + depth("cancel_requested");
            if (active * 100 >= (long) limits.maxActive() * NEARLY_FULL_PERCENT) {
                add(
                        Code.QUEUE_NEARLY_FULL,
                        Severity.WARNING,
                        "%d of %d jobs that may wait or run are there; further ones are refused."
                                .formatted(active, limits.maxActive()),
                        "Find out what holds up the queue, add workers or slots, or raise RUNNER_MAX_QUEUE_SIZE.");
            }
        }

        private void versions() {
            var versions = new TreeSet<String>();
            alive.forEach(worker -> versions.add(worker.version()));
            boolean differ = !versions.isEmpty() && (versions.size() > 1 || !versions.contains(own.version()));
            if (differ) {
                add(
                        Code.VERSION_MISMATCH,
                        Severity.WARNING,
                        "Versions differ: this program is %s, the workers are %s."
                                .formatted(own.version(), String.join(", ", versions)),
                        "Normal during an update; otherwise update what was left behind.");
            }
        }

        private void add(Code code, Severity severity, String message, String hint) {
            problems.add(new HealthProblem(code, severity, message, hint));
        }

        private long depth(String status) {
            return picture.queueDepth().getOrDefault(status, 0L);
        }

        private Duration since(Instant instant) {
            return Duration.between(instant, picture.databaseTime());
        }

        private boolean isUpFor(Worker worker, Duration time) {
            return since(worker.startedAt()).compareTo(time) > 0;
        }

        private boolean isYounger(Instant instant, Duration age) {
            return since(instant).compareTo(age) < 0;
        }
    }

    /** What is free beyond what must stay. */
    private static long headroom(Worker worker) {
        return number(worker.diskFreeBytes()) - floor(worker);
    }

    private static long floor(Worker worker) {
        return number(worker.diskFloorBytes());
    }

    private static long number(@Nullable Long bytes) {
        return bytes == null ? 0 : bytes;
    }

    private static String size(long bytes) {
        return bytes >= 10 * GIB ? bytes / GIB + " GiB" : bytes / MIB + " MiB";
    }

    private static String jobs(long count, String one, String many) {
        return count == 1 ? "1 job " + one : count + " jobs " + many;
    }

    private static String span(Duration duration) {
        if (duration.toHours() > 0) {
            return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
        }
        return duration.toMinutes() > 0 ? duration.toMinutes() + " min" : duration.toSeconds() + " s";
    }
}
