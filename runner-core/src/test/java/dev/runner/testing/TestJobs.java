package dev.runner.testing;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.runner.db.TimeOrderedIds;
import dev.runner.job.CreateOutcome;
import dev.runner.job.Job;
import dev.runner.job.JobCreation;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.job.QueueLimits;
import dev.runner.registry.LoadOutcome;
import dev.runner.registry.Registry;
import dev.runner.registry.RegistryLoader;
import dev.runner.registry.Script;
import dev.runner.registry.StrictJson;
import dev.runner.registry.Validation;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Jobs for tests, made the way the product makes them, with a small registry of their own. */
public final class TestJobs {
    public static final Registry REGISTRY = registry("""
            scripts:
              - key: demo.run
                label: Demonstration
                description: Prints a line.
                command: [bash, scripts/demo.sh, --retries, "{retries}"]
                arguments:
                  retries: {type: int, label: Retries, min: 1, max: 10, default: 3}
                  verbose: {type: bool, label: Verbose, flag: --verbose}
              - key: demo.single
                label: Only one at a time
                description: Prints a line, alone.
                concurrency_limit: 1
                command: [bash, scripts/demo.sh]
                arguments: {}
            """);

    private final TestDatabase database;
    private final UUID repoId;

    public TestJobs(TestDatabase database) {
        this.database = database;
        this.repoId = TimeOrderedIds.next();
        database.dsl()
                .execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url, enabled)"
                                + " VALUES (?, ?, 'local_path', '/', false)",
                        repoId,
                        "repo-" + repoId);
    }

    public static Registry registry(String yaml) {
        return switch (RegistryLoader.parse(yaml)) {
            case LoadOutcome.Loaded loaded -> loaded.registry();
            case LoadOutcome.Rejected rejected -> throw new IllegalArgumentException(rejected.problems() + "");
        };
    }

    public UUID repoId() {
        return repoId;
    }

    public JobCreation creation(QueueLimits limits) {
        return new JobCreation(database.dataSource(), new JobStore(database.dsl()), limits);
    }

    public JobRequest request(String person, @Nullable String key) {
        return request(person, key, "{}");
    }

    public JobRequest request(String person, @Nullable String key, String args) {
        Script script = REGISTRY.find("demo.run").orElseThrow();
        return request(script, person, key, args);
    }

    public JobRequest request(Script script, String person, @Nullable String key, String args) {
        try {
            return switch (script.validate(StrictJson.mapper().readTree(args))) {
                case Validation.Valid valid ->
                    new JobRequest(repoId, script, valid.arguments(), person, key, 0, null, 60, null, "{}");
                case Validation.Invalid invalid -> throw new IllegalArgumentException(invalid.problems() + "");
            };
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** A queued job, whatever the limits. */
    public Job queued(String person) {
        return queued(request(person, null));
    }

    public Job queued(JobRequest request) {
        var unlimited = new QueueLimits(1_000_000, 1_000_000, true, 2);
        return switch (creation(unlimited).create(request)) {
            case CreateOutcome.Created created -> created.job();
            case CreateOutcome other -> throw new IllegalStateException(other + "");
        };
    }

    /** Puts a job into another state, with the columns that state needs; what a worker would have done. */
    public void put(UUID id, JobStatus status) {
        database.dsl().execute("""
                        UPDATE runner_jobs SET status = ?,
                            started_at = CASE WHEN ? THEN now() ELSE started_at END,
                            finished_at = CASE WHEN ? THEN now() END
                        WHERE id = ?""", status.text(), status != JobStatus.QUEUED, status.isTerminal(), id);
    }

    public void age(UUID id, String interval) {
        database.dsl()
                .execute("UPDATE runner_jobs SET created_at = created_at - ?::interval WHERE id = ?", interval, id);
    }

    public void worker(String id, int capacity, @Nullable String refusing) {
        database.dsl()
                .execute(
                        "INSERT INTO runner_workers (id, host, version, mode, capacity, refusing_reason)"
                                + " VALUES (?, 'host', 'test', 'exclusive', ?, ?)",
                        id,
                        capacity,
                        refusing);
    }
}
