package dev.runner.worker.command;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.diagnostics.Diagnostics.Picture;
import dev.runner.diagnostics.Diagnostics.RunningJob;
import dev.runner.diagnostics.HealthProblem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How the installation is doing, for people and for machines. */
record StatusReport(Picture picture, List<RunningJob> running, List<HealthProblem> problems) {
    StatusReport {
        running = List.copyOf(running);
        problems = List.copyOf(problems);
    }

    /** The same names and shapes as in the API's diagnostics, and the running jobs. */
    String json() {
        ObjectNode root = new ObjectMapper().createObjectNode();
        root.put("database_time", picture.databaseTime().toString());
        root.put("schema_version", picture.schemaVersion());
        root.putObject("launcher_lock")
                .put("held", picture.launcherLock().held())
                .put("worker_id", picture.launcherLock().workerId());
        var workers = root.putArray("workers");
        for (var worker : picture.workers()) {
            ObjectNode node = workers.addObject();
            node.put("id", worker.id())
                    .put("host", worker.host())
                    .put("version", worker.version())
                    .put("mode", worker.mode())
                    .put("capacity", worker.capacity());
            queues(node, worker.queues());
            node.put("refusing_reason", worker.refusingReason())
                    .put("started_at", worker.startedAt().toString())
                    .put("last_seen_at", worker.lastSeenAt().toString())
                    .put(
                            "stopped_at",
                            worker.stoppedAt() == null
                                    ? null
                                    : worker.stoppedAt().toString())
                    .put("alive", worker.alive())
                    .put("running", worker.running())
                    .put("launcher", worker.launcher())
                    .put("disk_free_bytes", worker.diskFreeBytes())
                    .put("disk_total_bytes", worker.diskTotalBytes())
                    .put("disk_floor_bytes", worker.diskFloorBytes());
        }
        var jobs = root.putArray("running_jobs");
        for (var job : running) {
            jobs.addObject()
                    .put("job_id", job.jobId().toString())
                    .put("script_key", job.scriptKey())
                    .put("requested_by", job.requestedBy())
                    .put("status", job.status())
                    .put("attempt", job.attempt())
                    .put("worker_id", job.workerId())
                    .put("started_at", job.startedAt().toString())
                    .put("age_seconds", job.ageSeconds());
        }
        var depth = root.putObject("queue_depth");
        picture.queueDepth().forEach(depth::put);
        oldestWaiting(root, picture.oldestWaiting());
        var wrong = root.putArray("problems");
        for (var problem : problems) {
            wrong.addObject()
                    .put("code", problem.code().text())
                    .put("severity", problem.severity().text())
                    .put("message", problem.message())
                    .put("hint", problem.hint());
        }
        return root.toPrettyString();
    }

    private static void queues(ObjectNode worker, @Nullable List<String> queues) {
        if (queues == null) {
            worker.putNull("queues");
        } else {
            queues.forEach(worker.putArray("queues")::add);
        }
    }

    private static void oldestWaiting(ObjectNode root, Diagnostics.@Nullable OldestWaiting oldest) {
        if (oldest == null) {
            root.putNull("oldest_waiting");
            return;
        }
        root.putObject("oldest_waiting")
                .put("job_id", oldest.jobId().toString())
                .put("script_key", oldest.scriptKey())
                .put("available_at", oldest.availableAt().toString())
                .put("waiting_seconds", oldest.waitingSeconds());
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        String holder = picture.launcherLock().workerId();
        lines.add("launcher        " + (holder == null ? "nobody holds the lock" : holder));
        lines.add("jobs            "
                + picture.queueDepth().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")));
        var oldest = picture.oldestWaiting();
        lines.add("oldest waiting  "
                + (oldest == null
                        ? "none"
                        : "%s (%s) for %s"
                                .formatted(oldest.jobId(), oldest.scriptKey(), span(oldest.waitingSeconds()))));
        lines.add("schema          version " + picture.schemaVersion());
        lines.add("");
        lines.addAll(problems.isEmpty() ? List.of("Nothing is wrong.") : wrong());
        lines.add("");
        lines.addAll(picture.workers().isEmpty() ? List.of("No worker was seen within a day.") : workers());
        lines.add("");
        lines.addAll(running.isEmpty() ? List.of("No job is running.") : jobs());
        return lines;
    }

    private List<String> wrong() {
        var lines = new ArrayList<String>();
        for (var problem : problems) {
            lines.add(TextTable.harmless("%-9s%s".formatted(problem.severity().text(), problem.message())));
            if (problem.hint() != null) {
                lines.add(" ".repeat(9) + TextTable.harmless(problem.hint()));
            }
        }
        return lines;
    }

    private List<String> workers() {
        var table = new TextTable("WORKER", "HOST", "VERSION", "MODE", "QUEUES", "RUNNING", "LAST SEEN", "STATE");
        for (var worker : picture.workers()) {
            long seen = Duration.between(worker.lastSeenAt(), picture.databaseTime())
                    .toSeconds();
            table.add(
                    worker.id(),
                    worker.host(),
                    worker.version(),
                    worker.mode(),
                    worker.queues() == null ? "unknown" : String.join(",", worker.queues()),
                    worker.running() + " of " + worker.capacity(),
                    span(Math.max(0, seen)) + " ago",
                    state(worker));
        }
        return table.lines();
    }

    private static String state(Diagnostics.Worker worker) {
        if (worker.stoppedAt() != null) {
            return "stopped";
        }
        if (!worker.alive()) {
            return "does not answer";
        }
        if (worker.refusingReason() != null) {
            return "takes nothing: " + worker.refusingReason();
        }
        if (worker.launcher()) {
            return "launcher";
        }
        return worker.mode().equals("shared") ? "takes jobs" : "stands by";
    }

    private List<String> jobs() {
        var table = new TextTable("JOB", "SCRIPT", "PERSON", "STATUS", "AGE", "ATTEMPT", "WORKER");
        for (var job : running) {
            table.add(
                    job.jobId().toString(),
                    job.scriptKey(),
                    job.requestedBy(),
                    job.status(),
                    span(job.ageSeconds()),
                    Integer.toString(job.attempt()),
                    job.workerId() == null ? "nobody" : job.workerId());
        }
        var lines = new ArrayList<>(table.lines());
        long others = active(picture.queueDepth()) - running.size();
        if (others > 0) {
            lines.add("and %d more".formatted(others));
        }
        return lines;
    }

    private static long active(Map<String, Long> depth) {
        return depth.getOrDefault("running", 0L) + depth.getOrDefault("cancel_requested", 0L);
    }

    /** Two units are enough to decide whether to worry. */
    static String span(long seconds) {
        var duration = Duration.ofSeconds(seconds);
        if (duration.toDays() > 0) {
            return "%d d %d h".formatted(duration.toDays(), duration.toHoursPart());
        }
        if (duration.toHours() > 0) {
            return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
        }
        if (duration.toMinutes() > 0) {
            return "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart());
        }
        return seconds + " s";
    }
}
