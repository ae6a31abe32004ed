package dev.runner.worker.faults;

import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static dev.runner.db.generated.Tables.RUNNER_JOB_EVENTS;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.zaxxer.hikari.HikariDataSource;
import dev.runner.config.Secret;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.TimeOrderedIds;
import dev.runner.job.CreateOutcome;
import dev.runner.job.Job;
import dev.runner.job.JobCreation;
import dev.runner.job.JobMoves;
import dev.runner.job.JobMoves.CancelOutcome;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.job.QueueLimits;
import dev.runner.registry.Script;
import dev.runner.registry.StrictJson;
import dev.runner.registry.Validation;
import dev.runner.worker.faults.History.CancelAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jooq.DSLContext;

/** One installation that is about to suffer: a database, a wire to it, a workspace, and workers. */
final class Site implements AutoCloseable {
    /** Its workers start from there, as they are delivered. */
    private static final Path PROGRAM =
            Path.of("target/runner-worker/bin/runner-worker").toAbsolutePath();

    private static final QueueLimits UNLIMITED = new QueueLimits(1_000_000, 1_000_000, true, 1);

    final Path folder;
    final FaultServer server;
    final Wire wire;
    final Workspace workspace;
    private final String database;
    private final HikariDataSource pool;
    private final UUID repoId = TimeOrderedIds.next();
    private final Set<UUID> created = ConcurrentHashMap.newKeySet();
    private final ConcurrentLinkedQueue<CancelAnswer> cancels = new ConcurrentLinkedQueue<>();
    private final List<FaultWorker> workers = new CopyOnWriteArrayList<>();
    private final AtomicInteger keys = new AtomicInteger();
    private final Map<String, String> settings = new HashMap<>();

    Site(Path folder, FaultServer server) throws IOException, InterruptedException {
        this.folder = Files.createDirectories(folder);
        this.server = server;
        this.database = server.newDatabase();
        this.wire = new Wire(server.port());
        this.workspace = new Workspace(folder);
        this.pool = newPool(server.port());
        dsl().execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES (?, 'faults', 'local_path', ?)",
                        repoId,
                        workspace.repo().toString());
        // The text of every statement passes the wire, so that the wire can recognise it.
        settings.put("RUNNER_DATABASE_URL", FaultServer.url(database, wire.port()) + "&prepareThreshold=0");
        settings.put("RUNNER_REGISTRY", workspace.whitelist().toString());
        settings.put("RUNNER_ALLOWED_REPO_PATHS", "[\"" + workspace.repo() + "\"]");
        settings.put("RUNNER_LOG_DIR", logs().toString());
        settings.put("RUNNER_FREE_DISK_FLOOR_MIB", "0");
        Files.createDirectories(logs());
    }

    /** A pool to this site's database, at the server's own port or through a wire. */
    HikariDataSource newPool(int port) {
        return Databases.pool(
                new DatabaseConfig(
                        FaultServer.url(database, port),
                        "",
                        Secret.NONE,
                        8,
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(20)),
                "faults");
    }

    DSLContext dsl() {
        return Databases.dsl(pool);
    }

    Path logs() {
        return folder.resolve("logs");
    }

    /** For workers that are started from now on. */
    Site with(String name, Object value) {
        settings.put(name, value.toString());
        return this;
    }

    FaultWorker startWorker() throws IOException {
        return startWorker(List.of(), settings);
    }

    /** One that sees other processes than everybody else, as on another host. */
    FaultWorker startWorkerElsewhere() throws IOException {
        return startWorker(List.of("unshare", "--fork", "--kill-child", "--pid", "--mount-proc"), settings);
    }

    /** One whose way to the database is not the wire of the others. */
    FaultWorker startWorkerAtTheServer() throws IOException {
        var direct = new HashMap<>(settings);
        direct.put("RUNNER_DATABASE_URL", FaultServer.url(database, server.port()));
        return startWorker(List.of(), direct);
    }

    private FaultWorker startWorker(List<String> wrapper, Map<String, String> with) throws IOException {
        FaultWorker worker = FaultWorker.start(
                wrapper, PROGRAM, with, folder.resolve("worker-%d.log".formatted(workers.size() + 1)));
        workers.add(worker);
        return worker;
    }

    UUID create(Work work) {
        return create(work, new JobCreation(pool, new JobStore(dsl()), UNLIMITED));
    }

    /** Asks again, with the same key, until there is an answer. */
    UUID create(Work work, JobCreation creation) {
        JobRequest request = request(work, "key-" + keys.incrementAndGet());
        var id = new UUID[1];
        Until.seen("a job is created", Duration.ofMinutes(2), () -> {
            id[0] = switch (creation.create(request)) {
                case CreateOutcome.Created made -> made.job().id();
                case CreateOutcome.Deduplicated(Job job) -> job.id();
                case CreateOutcome other -> throw new IllegalStateException(other.toString());
            };
            return true;
        });
        created.add(id[0]);
        return id[0];
    }

    JobCreation creation(HikariDataSource through) {
        return new JobCreation(through, new JobStore(Databases.dsl(through)), UNLIMITED);
    }

    private JobRequest request(Work work, String key) {
        Script script = workspace.registry().find(work.scriptKey()).orElseThrow();
        try {
            return switch (script.validate(StrictJson.mapper().readTree(work.args()))) {
                case Validation.Valid valid ->
                    new JobRequest(
                            repoId,
                            script,
                            valid.arguments(),
                            "faults",
                            key,
                            0,
                            null,
                            (int) work.timeout().toSeconds(),
                            null,
                            "{}");
                case Validation.Invalid invalid -> throw new IllegalArgumentException(invalid.problems() + "");
            };
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** Cancels like the API does; what it was told is kept and judged later. */
    void cancel(UUID id) {
        JobStatus told = switch (new JobMoves(dsl(), new JobStore(dsl())).cancel(id, "faults")) {
            case CancelOutcome.Canceled canceled -> JobStatus.CANCELED;
            case CancelOutcome.Requested requested -> JobStatus.CANCEL_REQUESTED;
            case CancelOutcome.AlreadyFinished(Job job) -> job.status();
            case CancelOutcome.Unknown unknown -> throw new IllegalStateException(id + " is unknown");
        };
        cancels.add(new CancelAnswer(id, told));
    }

    JobStatus status(UUID id) {
        return new JobStore(dsl()).find(id).orElseThrow().status();
    }

    int count(JobStatus status) {
        return dsl().fetchCount(RUNNER_JOBS, RUNNER_JOBS.STATUS.eq(status.text()));
    }

    int heldBy(String workerId) {
        return dsl().fetchCount(RUNNER_JOBS, RUNNER_JOBS.LOCKED_BY.eq(workerId));
    }

    /** Whether that worker's heartbeat is younger than the start of the other. */
    boolean hasBeatenSince(String workerId, String other) {
        return dsl().fetchSingle(
                        "SELECT (SELECT last_seen_at FROM runner_workers WHERE id = ?)"
                                + " > (SELECT started_at FROM runner_workers WHERE id = ?)",
                        workerId,
                        other)
                .get(0, boolean.class);
    }

    int active() {
        return dsl().fetchCount(
                        RUNNER_JOBS,
                        RUNNER_JOBS.STATUS.in(
                                JobStatus.ACTIVE.stream().map(JobStatus::text).toList()));
    }

    int events(String type) {
        return dsl().fetchCount(RUNNER_JOB_EVENTS, RUNNER_JOB_EVENTS.EVENT_TYPE.eq(type));
    }

    void awaitAllEnded(Duration limit) {
        try {
            Until.seen("all jobs have ended", limit, () -> active() == 0);
        } catch (AssertionError e) {
            throw new AssertionError(
                    e.getMessage() + "; left are "
                            + dsl().fetch(
                                            "SELECT id, status, attempts, locked_by, locked_until - now() AS lease, available_at - now() AS due"
                                                    + " FROM runner_jobs WHERE finished_at IS NULL ORDER BY id LIMIT 5"),
                    e);
        }
    }

    /** Reads everything; processes of finished jobs get a moment to disappear, because another worker may be ending them. */
    History history(int cap) throws IOException {
        try {
            Until.seen(
                    "no process is left",
                    Duration.ofSeconds(30),
                    () -> Signals.alive(created).isEmpty());
        } catch (AssertionError e) {
            // The checker says so, with all the rest.
        }
        return new HistoryReader(dsl()).read(created, workspace, List.copyOf(cancels), Signals.alive(created), cap);
    }

    Set<UUID> created() {
        return Set.copyOf(created);
    }

    /** For whoever looks into what went wrong. */
    void dumpThreads() throws IOException, InterruptedException {
        for (FaultWorker worker : workers) {
            worker.dumpThreads();
        }
    }

    /** Ends what is left, whatever state it is in: a failed scenario must leave nothing on the machine. */
    @Override
    public void close() throws IOException, InterruptedException {
        for (FaultWorker worker : workers) {
            worker.close();
        }
        wire.close();
        pool.close();
        workspace.close();
        Signals.killAll(created);
    }
}
