package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.TimeOrderedIds;
import dev.runner.job.CreateOutcome;
import dev.runner.job.Job;
import dev.runner.job.JobAttempt;
import dev.runner.job.JobCreation;
import dev.runner.job.JobEvent;
import dev.runner.job.JobMoves;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStatus;
import dev.runner.job.JobStore;
import dev.runner.job.QueueLimits;
import dev.runner.queue.ClaimedJob;
import dev.runner.queue.JobLeases;
import dev.runner.registry.Registry;
import dev.runner.registry.StrictJson;
import dev.runner.registry.Validation;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.testing.CuttableWire;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import dev.runner.worker.FreezerGroup;
import dev.runner.worker.JobProcesses;
import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Dispatch;
import dev.runner.worker.execution.Launch;
import dev.runner.worker.execution.Provider;
import dev.runner.worker.execution.workspace.WorkspaceConfig;
import dev.runner.worker.execution.workspace.WorkspaceProvider;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Real workers, real processes, a real database: from the claim to the recorded end. */
@ExtendWith(PostgresExtension.class)
class WorkerRunTest {
    private static final String HOST = WorkerIdentity.create("test").host();
    private static final Registry REGISTRY = TestJobs.registry("""
            scripts:
              - {key: ok, label: Ok, description: Prints., command: [bash, ok.sh]}
              - {key: bad, label: Bad, description: Fails., command: [bash, bad.sh]}
              - {key: slow, label: Slow, description: Waits., command: [bash, slow.sh], max_attempts: 2}
              - {key: stubborn, label: Stubborn, description: Ignores., command: [bash, stubborn.sh]}
              - {key: gated, label: Gated, description: Ends when told., command: [bash, gated.sh]}
              - {key: flaky, label: Flaky, description: Fails again., command: [bash, bad.sh], max_attempts: 2, retry_on_failure: true}
              - {key: again, label: Again, description: Fails when told., command: [bash, gated.sh], max_attempts: 2, retry_on_failure: true}
              - {key: brief, label: Brief, description: Waits too long., command: [bash, slow.sh], timeout_seconds: 1}
              - {key: contained, label: Contained, description: Elsewhere., command: [bash, ok.sh], provider: docker}
              - {key: alone, label: Alone, description: One at a time., command: [bash, gated.sh], concurrency_limit: 1}
            """);

    private final TestDatabase database;
    private final JobStore store;
    private final List<Worker> workers = new ArrayList<>();
    private final AtomicBoolean broken = new AtomicBoolean();
    private final List<HikariDataSource> pools = new ArrayList<>();

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private UUID repoId = TimeOrderedIds.next();

    WorkerRunTest(TestDatabase database) {
        this.database = database;
        this.store = new JobStore(database.dsl());
    }

    @BeforeEach
    void aRepo() throws IOException {
        database.clear();
        Path repo = Files.createDirectory(folder.resolve("repo"));
        Files.createDirectory(folder.resolve("logs"));
        Files.writeString(
                repo.resolve("ok.sh"), "echo \"start $RUNNER_JOB_ID\" >> starts; echo hello; echo problem >&2\n");
        Files.writeString(repo.resolve("bad.sh"), "echo bad; exit 3\n");
        Files.writeString(repo.resolve("slow.sh"), "echo \"start $RUNNER_JOB_ID\" >> starts; echo slow; sleep 600\n");
        Files.writeString(repo.resolve("stubborn.sh"), "trap '' TERM; echo ready; while :; do sleep 1; done\n");
        Files.writeString(
                repo.resolve("gated.sh"),
                "echo \"start $RUNNER_JOB_ID\" >> starts; echo up; while [ ! -e go ]; do sleep 0.05; done; exit 5\n");
        repoId = TimeOrderedIds.next();
        database.dsl()
                .execute(
                        "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES (?, 'repo', 'local_path', ?)",
                        repoId,
                        repo.toString());
    }

    @AfterEach
    void stop() {
        database.dsl().execute("UPDATE runner_jobs SET status = 'cancel_requested' WHERE status = 'running'");
        await(() -> workers.isEmpty() || workers.stream().allMatch(w -> w.active() == 0));
        workers.forEach(Worker::close);
        pools.forEach(HikariDataSource::close);
    }

    @Test
    void a_job_runs_to_its_end_and_its_log_and_history_say_so() throws IOException {
        start(LauncherConfig.DEFAULT);
        Job done = ended(create("ok"));
        assertThat(done.status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(done.exitCode()).isZero();
        assertThat(log(done)).contains("hello").contains("problem");
        assertThat(events(done)).containsExactly("job_created", "job_claimed", "job_succeeded");
        assertThat(store.attempts(done.id())).singleElement().satisfies(attempt -> {
            assertThat(attempt.finalProvider()).isEqualTo("workspace");
            assertThat(attempt.dispatchStatus()).isEqualTo("dispatch_confirmed");
            assertThat(attempt.exitCode()).isZero();
            assertThat(attempt.resultJson()).contains("\"contract_version\": \"v1\"");
        });
    }

    @Test
    void a_failure_keeps_its_exit_code() {
        start(LauncherConfig.DEFAULT);
        Job done = ended(create("bad"));
        assertThat(done.status()).isEqualTo(JobStatus.FAILED);
        assertThat(done.exitCode()).isEqualTo(3);
        assertThat(events(done)).endsWith("job_failed");
    }

    @Test
    void what_a_job_leaves_that_cannot_be_ended_is_told_and_the_job_is_not_repeated_beside_it() throws Exception {
        FreezerGroup freezer = FreezerGroup.create().orElse(null);
        assumeTrue(freezer != null, "nothing can be put into uninterruptible sleep here");
        try (freezer) {
            Files.writeString(folder.resolve("repo/bad.sh"), """
                    bash -c '%s; echo child $$; exec sleep 1000' &
                    sleep 0.5; %s; exit 3
                    """.formatted(freezer.enter(), freezer.freeze()));
            start(LauncherConfig.DEFAULT);

            Job done = ended(create("flaky"));

            String pid = log(done).strip().replace("child ", "");
            assertThat(done.status()).isEqualTo(JobStatus.FAILED);
            assertThat(done.exitCode()).isEqualTo(3);
            assertThat(done.attempts()).isEqualTo(1);
            assertThat(done.errorMessage()).contains("its processes [" + pid + "] could not be ended");
            assertThat(store.events(done.id()).getLast().metaJson()).contains("\"leaked_pids\": [" + pid + "]");
            assertThat(store.attempts(done.id()).getFirst().resultJson()).contains("leaked_pids");
        }
    }

    @Test
    void a_running_job_is_canceled_even_if_it_ignores_the_polite_signal() throws IOException {
        start(LauncherConfig.DEFAULT);
        UUID id = create("stubborn");
        await(() -> log(id).contains("ready"));
        new JobMoves(database.dsl(), store).cancel(id, "eve");
        Job done = ended(id);
        assertThat(done.status()).isEqualTo(JobStatus.CANCELED);
        assertThat(done.exitCode()).isEqualTo(137);
        assertThat(events(done)).endsWith("job_cancel_requested", "job_canceled");
    }

    @Test
    void a_job_that_takes_too_long_is_ended() {
        start(LauncherConfig.DEFAULT);
        UUID id = create("slow", 1);
        Job done = ended(id);
        assertThat(done.status()).isEqualTo(JobStatus.TIMEOUT);
        assertThat(events(done)).endsWith("job_timeout");
        assertThat(done.attempts()).isEqualTo(1);
    }

    @Test
    void a_tampered_row_starts_nothing() throws IOException {
        UUID id = create("ok");
        database.dsl().execute("UPDATE runner_jobs SET args_json = '{\"x\": \"$(id)\"}' WHERE id = ?", id);
        UUID gone = create("ok");
        database.dsl().execute("UPDATE runner_jobs SET script_key = 'rm.rf' WHERE id = ?", gone);
        start(LauncherConfig.DEFAULT);
        assertThat(ended(id).status()).isEqualTo(JobStatus.FAILED);
        assertThat(ended(gone).errorMessage()).contains("not on the whitelist");
        assertThat(starts()).isEmpty();
    }

    @Test
    void nor_does_one_with_another_provider_than_this_worker_or_the_whitelist_has() {
        UUID tampered = create("ok");
        database.dsl().execute("UPDATE runner_jobs SET provider = 'docker' WHERE id = ?", tampered);
        UUID contained = create("contained");
        start(LauncherConfig.DEFAULT);
        assertThat(ended(tampered).errorMessage()).contains("names docker as its provider, the whitelist workspace");
        assertThat(ended(contained).errorMessage()).contains("this worker has no provider docker, only workspace");
        assertThat(events(contained)).endsWith("job_claimed", "job_failed");
        assertThat(starts()).isEmpty();
    }

    @Test
    void a_tampered_time_limit_is_that_of_the_whitelist_or_the_default() {
        UUID longer = create("brief");
        database.dsl().execute("UPDATE runner_jobs SET timeout_seconds = 86400 WHERE id = ?", longer);
        UUID none = create("slow");
        database.dsl().execute("UPDATE runner_jobs SET timeout_seconds = NULL WHERE id = ?", none);
        start(new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE, 2));
        assertThat(ended(longer).errorMessage()).isEqualTo("it ran longer than its 1 s");
        assertThat(ended(none).errorMessage()).isEqualTo("it ran longer than its 2 s");
    }

    @Test
    void a_tampered_number_of_attempts_is_that_of_the_whitelist() {
        UUID id = create("flaky");
        database.dsl().execute("UPDATE runner_jobs SET max_attempts = 50 WHERE id = ?", id);
        start(LauncherConfig.DEFAULT);
        Job done = ended(id);
        assertThat(done.status()).isEqualTo(JobStatus.FAILED);
        assertThat(done.attempts()).isEqualTo(2);
        assertThat(store.attempts(id)).extracting(JobAttempt::exitCode).containsExactly(3, 3);
        assertThat(events(done)).containsSequence("job_claimed", "attempt_failed", "job_requeued", "job_claimed");
    }

    @Test
    void when_the_machine_has_no_process_to_spare_nothing_is_burnt() {
        // What a fork bomb of somebody else's comes to, for a moment.
        start(
                LauncherConfig.DEFAULT,
                RunListener.NONE,
                real -> failingOnce(
                        real,
                        "dispatch",
                        () -> new Dispatch.Refused(Dispatch.Category.EXHAUSTED, "no process to spare")));
        UUID id = create("ok");
        await(() -> "the machine is exhausted: no process to spare"
                .equals(workers.getFirst().refusal()));

        Job done = ended(id);

        assertThat(done.status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(done.attempts()).isEqualTo(1);
        assertThat(events(done)).containsSequence("job_claimed", "job_requeued", "job_claimed", "job_succeeded");
        assertThat(broken.get()).isFalse();
    }

    @Test
    void an_error_on_the_way_to_the_start_does_not_keep_a_job_for_ever() throws IOException {
        start(
                LauncherConfig.DEFAULT,
                RunListener.NONE,
                real -> failingOnce(real, "dispatch", () -> {
                    throw new OutOfMemoryError("unable to create native thread");
                }));
        Job done = ended(create("ok"));
        assertThat(done.status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(done.attempts()).isEqualTo(1);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void nor_does_an_end_that_could_not_be_seen() throws IOException {
        Object failed = CompletableFuture.failedFuture(new IllegalStateException("stopping went wrong"));
        start(LauncherConfig.DEFAULT, RunListener.NONE, real -> failingOnce(real, "ending", () -> failed));
        Job done = ended(create("ok"));
        assertThat(done.status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void a_part_of_the_program_that_is_missing_ends_the_worker_but_not_the_job() throws IOException {
        Worker worker = start(
                LauncherConfig.DEFAULT,
                RunListener.NONE,
                real -> failingOnce(real, "dispatch", () -> {
                    throw new NoClassDefFoundError("java/lang/Replaced");
                }));
        UUID id = create("ok");
        await(broken::get);
        assertThat(worker.refusal()).contains("java/lang/Replaced");
        assertThat(ended(id).status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void an_end_that_the_database_refuses_is_written_as_far_as_it_takes_it() {
        database.dsl()
                .execute(
                        "ALTER TABLE runner_job_events ADD CONSTRAINT no_success CHECK (event_type <> 'job_succeeded')");
        try {
            start(LauncherConfig.DEFAULT);
            Job done = ended(create("ok"));
            assertThat(done.status()).isEqualTo(JobStatus.FAILED);
            assertThat(done.exitCode()).isZero();
            assertThat(done.errorMessage()).contains("the database refused it");
        } finally {
            database.dsl().execute("ALTER TABLE runner_job_events DROP CONSTRAINT no_success");
        }
    }

    @Test
    void and_one_that_it_does_not_take_at_all_is_written_once_somebody_has_put_that_right() throws IOException {
        var refused = new CountDownLatch(1);
        start(LauncherConfig.DEFAULT, RunListener.NONE, real -> watching(real, "find", refused::countDown));
        database.dsl()
                .execute("ALTER TABLE runner_job_events ADD CONSTRAINT no_end"
                        + " CHECK (event_type NOT IN ('job_failed', 'job_succeeded'))");
        UUID id;
        try {
            id = create("ok");
            // Let go of, and found again.
            await(() -> refused.getCount() == 0);
        } finally {
            database.dsl().execute("ALTER TABLE runner_job_events DROP CONSTRAINT no_end");
        }
        Job done = ended(id);
        assertThat(done.status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(done.exitCode()).isZero();
        assertThat(starts()).hasSize(1);
    }

    /** The real provider; tells of calls of one method. */
    private static Provider watching(Provider real, String name, Runnable onCall) {
        return (Provider) Proxy.newProxyInstance(
                Provider.class.getClassLoader(), new Class<?>[] {Provider.class}, (self, method, args) -> {
                    if (method.getName().equals(name)) {
                        onCall.run();
                    }
                    try {
                        return method.invoke(real, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** The real provider, but for the first call of one method. */
    private static Provider failingOnce(Provider real, String name, Supplier<Object> answer) {
        var failed = new AtomicBoolean();
        return provider((method, args) -> method.getName().equals(name) && failed.compareAndSet(false, true)
                ? answer.get()
                : method.invoke(real, args));
    }

    /** What answers a call of the provider. */
    private interface Answer {
        @Nullable
        Object to(Method method, Object @Nullable [] args) throws Throwable;
    }

    private static Provider provider(Answer answer) {
        return (Provider) Proxy.newProxyInstance(
                Provider.class.getClassLoader(), new Class<?>[] {Provider.class}, (self, method, args) -> {
                    try {
                        return answer.to(method, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void never_more_run_than_there_are_slots_and_they_start_in_order() throws IOException {
        start(new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE));
        var ids = new ArrayList<UUID>();
        for (int i = 0; i < 6; i++) {
            ids.add(create("gated"));
        }
        await(() -> starts().size() == 2);
        assertThat(running()).isEqualTo(2);
        open();
        ids.forEach(id -> assertThat(ended(id).exitCode()).isEqualTo(5));
        assertThat(starts()).hasSize(6).doesNotHaveDuplicates();
        assertThat(database.dsl()
                        .fetch("SELECT id FROM runner_jobs ORDER BY started_at, created_at")
                        .getValues(0, UUID.class))
                .isEqualTo(ids);
    }

    @Test
    void what_runs_elsewhere_takes_slots_too_and_frees_them() {
        aFarWorker();
        createHeldBy("far");
        createHeldBy("far");
        UUID waiting = create("ok");
        var rounds = new CountDownLatch(2);
        start(LauncherConfig.DEFAULT, new RunListener() {
            @Override
            public void claimed(List<ClaimedJob> jobs, Duration latency) {
                rounds.countDown();
            }
        });
        await(() -> rounds.getCount() == 0);
        assertThat(store.find(waiting).orElseThrow().status()).isEqualTo(JobStatus.QUEUED);
        database.dsl()
                .execute("UPDATE runner_jobs SET status = 'failed', finished_at = now(), locked_by = NULL,"
                        + " locked_until = NULL WHERE locked_by = 'far'");
        assertThat(ended(waiting).status()).isEqualTo(JobStatus.SUCCESS);
    }

    @Test
    void a_script_with_a_limit_of_one_runs_alone_and_others_pass_it() throws IOException {
        start(new LauncherConfig(LauncherMode.EXCLUSIVE, 4, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE));
        UUID first = create("alone");
        UUID second = create("alone");
        UUID other = create("ok");
        assertThat(ended(other).status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(store.find(second).orElseThrow().status()).isEqualTo(JobStatus.QUEUED);
        open();
        ended(first);
        ended(second);
    }

    @Test
    void a_job_survives_the_restart_of_its_worker_with_its_real_exit_code() throws IOException {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("gated");
        await(() -> log(id).contains("up"));
        before.close();
        workers.remove(before);
        markDead();
        start(LauncherConfig.DEFAULT);
        await(() -> events(id).contains("job_adopted"));
        open();
        Job done = ended(id);
        assertThat(done.exitCode()).isEqualTo(5);
        assertThat(done.attempts()).isEqualTo(1);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void a_job_that_ended_while_nobody_watched_keeps_its_real_exit_code() throws IOException {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("gated");
        await(() -> log(id).contains("up"));
        before.close();
        workers.remove(before);
        open();
        await(() -> Files.exists(folder.resolve("repo/go")));
        markDead();
        start(LauncherConfig.DEFAULT);
        assertThat(ended(id).exitCode()).isEqualTo(5);
    }

    @Test
    void nor_is_it_forgotten_that_its_time_was_over_when_its_worker_went() throws IOException {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("again");
        await(() -> log(id).contains("up"));
        before.close();
        workers.remove(before);
        markDead();
        // As between the polite signal and the end of the job.
        Files.createFile(folder.resolve("logs/.control/" + id + "-1/time_limit"));
        open();
        Path result = folder.resolve("logs/.control/" + id + "-1/result");
        await(() -> Files.exists(result));

        start(LauncherConfig.DEFAULT);

        Job done = ended(id);
        assertThat(done.status()).isEqualTo(JobStatus.TIMEOUT);
        assertThat(done.errorMessage()).isEqualTo("it ran longer than its 300 s");
        assertThat(done.attempts()).isEqualTo(1);
    }

    @Test
    void a_job_that_a_later_version_started_is_left_alone_until_a_worker_comes_that_knows_it() throws IOException {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("again");
        await(() -> log(id).contains("up"));
        before.close();
        workers.remove(before);
        markDead();
        Path start = folder.resolve("logs/.control/" + id + "-1/start");
        String written = Files.readString(start);
        Files.writeString(start, "format=2 " + written);

        Worker older = start(LauncherConfig.DEFAULT);
        await(() -> events(id).contains("attempt_left_alone"));
        assertThat(ended(create("ok")).status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(older.active()).isEqualTo(1);
        older.close();
        workers.remove(older);
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(JobStatus.RUNNING);

        // What the later version is to this one.
        Files.writeString(start, written);
        markDead();
        start(LauncherConfig.DEFAULT);
        await(() -> events(id).contains("job_adopted"));
        assertThat(starts().stream().filter(line -> line.contains(id.toString())))
                .hasSize(1);
        new JobMoves(database.dsl(), store).cancel(id, "eve");
        assertThat(ended(id).attempts()).isEqualTo(1);
    }

    @Test
    void without_draining_a_stop_cancels_what_runs() throws IOException {
        Worker worker = start(
                new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), false, JobLeases.DEFAULT_LEASE));
        UUID id = create("slow");
        await(() -> log(id).contains("slow"));
        worker.close();
        workers.remove(worker);
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void but_not_what_another_worker_has_taken_over_before_it_was_noticed() throws IOException {
        Worker worker = start(
                new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), false, JobLeases.DEFAULT_LEASE));
        UUID id = create("slow");
        await(() -> log(id).contains("slow"));
        workers.remove(worker);
        aFarWorker();
        database.dsl().execute("UPDATE runner_jobs SET locked_by = 'far' WHERE id = ?", id);

        worker.close();

        assertThat(store.find(id).orElseThrow().status()).isEqualTo(JobStatus.RUNNING);
        assertThat(events(id)).contains("lease_lost").doesNotContain("job_cancel_requested");
        assertThat(JobProcesses.alive()).isEmpty();
    }

    @Test
    void and_takes_nothing_over_while_it_does_so() throws IOException {
        Worker worker = start(
                new LauncherConfig(LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), false, JobLeases.DEFAULT_LEASE));
        UUID id = create("stubborn");
        await(() -> log(id).contains("ready"));
        workers.remove(worker);
        aDeadWorker("dead");
        UUID orphan = TimeOrderedIds.next();
        // As soon as the cancel is written: the job ignores the polite signal, and looks for orphans come more often
        // than it takes until the next one.
        database.dsl().execute("""
                CREATE FUNCTION orphan_appears() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, started_at, attempts,
                        locked_by, locked_until, timeout_seconds)
                    VALUES ('%s', '%s', 'ok', 'running', 'ada', now(), 1, 'dead', now() + interval '1 h', 60);
                    RETURN NULL;
                END $$""".formatted(orphan, repoId));
        database.dsl()
                .execute(
                        "CREATE TRIGGER orphan_appears AFTER UPDATE ON runner_jobs FOR EACH ROW"
                                + " WHEN (old.status = 'running' AND new.status = 'cancel_requested') EXECUTE FUNCTION orphan_appears()");
        try {
            worker.close();
        } finally {
            database.dsl().execute("DROP FUNCTION orphan_appears CASCADE");
        }
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(JobStatus.CANCELED);
        assertThat(leaseOf(orphan)).isEqualTo("dead");
    }

    @Test
    void and_ends_it_even_when_the_database_is_away() throws Exception {
        try (var wire = new CuttableWire(database)) {
            var config = new LauncherConfig(
                    LauncherMode.EXCLUSIVE, 2, true, Set.of("default"), false, JobLeases.DEFAULT_LEASE);
            Worker worker = start(config, DatabaseConfig.of(wire.jdbcUrl()), RunListener.NONE, real -> real);
            UUID id = create("slow");
            await(() ->
                    log(id).contains("slow") && store.attempts(id).getFirst().startedAt() != null);
            wire.cut();
            workers.remove(worker);
            Thread closing = Thread.ofPlatform().start(worker::close);
            await(() -> JobProcesses.alive().isEmpty());
            wire.mend();
            closing.join();
            start(LauncherConfig.DEFAULT);
            // Nobody had asked for a cancel, and the job did nothing wrong.
            await(() -> events(id).contains("job_requeued"));
        }
    }

    @Test
    void what_is_old_is_forgotten_with_its_log() throws IOException {
        start(LauncherConfig.DEFAULT);
        UUID id = create("ok");
        ended(id);
        for (int i = 0; i < 100; i++) {
            UUID younger = TimeOrderedIds.next();
            database.dsl()
                    .execute(
                            "INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, started_at, finished_at)"
                                    + " VALUES (?, ?, 'ok', 'success', 'ada', now(), now())",
                            younger,
                            repoId);
        }
        database.dsl()
                .execute(
                        "UPDATE runner_jobs SET started_at = now() - interval '32 days',"
                                + " finished_at = now() - interval '31 days' WHERE id = ?",
                        id);
        Worker second = start(LauncherConfig.DEFAULT);
        workers.getFirst().close();
        workers.removeFirst();
        await(second::isLauncher);
        await(() -> store.find(id).isEmpty() && log(id).isEmpty());
    }

    @Test
    void a_standby_takes_over_when_the_launcher_stops() {
        Worker first = start(LauncherConfig.DEFAULT);
        await(first::isLauncher);
        Worker second = start(LauncherConfig.DEFAULT);
        assertThat(second.isLauncher()).isFalse();
        first.close();
        workers.remove(first);
        await(second::isLauncher);
        assertThat(ended(create("ok")).status()).isEqualTo(JobStatus.SUCCESS);
    }

    @Test
    void nothing_is_claimed_before_all_that_was_left_behind_is_in_hand_however_much_it_is() {
        aDeadWorker("dead");
        for (int i = 0; i < 150; i++) {
            createHeldBy("dead");
        }
        UUID waiting = create("ok");
        var left = new ConcurrentLinkedQueue<Integer>();

        start(
                new LauncherConfig(LauncherMode.SHARED, 300, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE),
                new RunListener() {
                    @Override
                    public void claimed(List<ClaimedJob> jobs, Duration latency) {
                        left.add(database.dsl()
                                .fetchCount(
                                        database.dsl().selectFrom("runner_jobs").where("locked_by = 'dead'")));
                    }
                });

        assertThat(ended(waiting).status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(left).isNotEmpty().containsOnly(0);
    }

    @Test
    void two_sharing_workers_start_everything_once() throws IOException {
        var shared = new LauncherConfig(LauncherMode.SHARED, 3, true, Set.of("default"), true, JobLeases.DEFAULT_LEASE);
        start(shared);
        start(shared);
        var ids = new ArrayList<UUID>();
        for (int i = 0; i < 20; i++) {
            ids.add(create("ok"));
        }
        ids.forEach(id -> assertThat(ended(id).status()).isEqualTo(JobStatus.SUCCESS));
        assertThat(starts()).hasSize(20).doesNotHaveDuplicates();
    }

    @Test
    void a_claim_whose_answer_was_lost_is_started_all_the_same() {
        Worker worker = start(LauncherConfig.DEFAULT);
        await(worker::isLauncher);
        await(() -> database.dsl().fetchCount(database.dsl().selectFrom("runner_workers")) == 1);
        String id = database.dsl().fetchSingle("SELECT id FROM runner_workers").get(0, String.class);
        UUID job = createHeldBy(id);
        assertThat(ended(job).status()).isEqualTo(JobStatus.SUCCESS);
        assertThat(ended(job).attempts()).isEqualTo(1);
    }

    @Test
    void a_job_adopted_by_a_neighbour_goes_on_when_its_former_worker_notices() throws IOException {
        start(LauncherConfig.DEFAULT);
        UUID id = create("gated");
        await(() -> log(id).contains("up"));
        Worker second = start(LauncherConfig.DEFAULT);
        await(() -> database.dsl().fetchCount(database.dsl().selectFrom("runner_workers")) == 2);
        String neighbour = database.dsl()
                .fetchSingle("SELECT id FROM runner_workers WHERE id <> (SELECT locked_by FROM runner_jobs)")
                .get(0, String.class);
        // What a take-over after an expired lease comes to.
        database.dsl().execute("UPDATE runner_jobs SET locked_by = ?", neighbour);
        await(() -> second.active() == 1 && workers.getFirst().active() == 0);
        open();
        assertThat(ended(id).exitCode()).isEqualTo(5);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void nor_does_it_look_for_the_end_of_one_that_it_handed_over_before_it_could_note_the_start() throws IOException {
        UUID id = create("gated");
        database.dsl().execute("UPDATE runner_jobs SET queue = 'hers' WHERE id = ?", id);
        Worker second = start(LauncherConfig.DEFAULT);
        await(() -> database.dsl().fetchCount(database.dsl().selectFrom("runner_workers")) == 1);
        String neighbour =
                database.dsl().fetchSingle("SELECT id FROM runner_workers").get(0, String.class);
        var calls = new CopyOnWriteArrayList<String>();
        var sharing = new LauncherConfig(LauncherMode.SHARED, 2, true, Set.of("hers"), true, JobLeases.DEFAULT_LEASE);
        Worker first = start(
                sharing,
                RunListener.NONE,
                real -> provider((method, args) -> {
                    calls.add(method.getName());
                    Object answer = method.invoke(real, args);
                    if (method.getName().equals("dispatch")) {
                        database.dsl().execute("UPDATE runner_jobs SET locked_by = ?", neighbour);
                    }
                    return answer;
                }));

        await(() -> second.active() == 1 && first.active() == 0);

        assertThat(calls.subList(calls.indexOf("release"), calls.size())).doesNotContain("ending");
        open();
        assertThat(ended(id).exitCode()).isEqualTo(5);
        assertThat(starts()).hasSize(1);
    }

    @Test
    void a_job_taken_over_from_afar_is_ended_here() {
        start(LauncherConfig.DEFAULT);
        UUID id = create("slow");
        await(() -> log(id).contains("slow"));
        aFarWorker();
        database.dsl().execute("UPDATE runner_jobs SET locked_by = 'far'");
        await(() -> events(id).contains("lease_lost"));
        await(() -> workers.getFirst().active() == 0);
        assertThat(store.find(id).orElseThrow().status()).isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void what_still_runs_of_an_attempt_that_is_over_is_ended() {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("slow");
        await(() -> log(id).contains("slow"));
        before.close();
        workers.remove(before);
        database.dsl()
                .execute("UPDATE runner_jobs SET status = 'failed', finished_at = now(), locked_by = NULL,"
                        + " locked_until = NULL");
        assertThat(JobProcesses.alive()).isNotEmpty();
        start(LauncherConfig.DEFAULT);
        await(() -> JobProcesses.alive().isEmpty());
    }

    @Test
    void even_behind_one_whose_traces_cannot_be_cleared_away() {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("slow");
        await(() -> log(id).contains("slow"));
        before.close();
        workers.remove(before);
        database.dsl()
                .execute("UPDATE runner_jobs SET status = 'failed', finished_at = now(), locked_by = NULL,"
                        + " locked_until = NULL");
        var bad = new AttemptKey(UUID.randomUUID(), 1);
        start(LauncherConfig.DEFAULT, RunListener.NONE, real -> withTroubleAbout(bad, real));
        await(() -> JobProcesses.alive().isEmpty());
    }

    @Test
    void what_still_runs_on_a_host_that_comes_back_is_ended_there_though_the_job_was_given_up_elsewhere()
            throws IOException {
        Worker before = start(LauncherConfig.DEFAULT);
        UUID id = create("gated");
        await(() -> log(id).contains("up"));
        before.close();
        workers.remove(before);
        markDead();
        Path traces = folder.resolve("logs/.control/" + id + "-1");
        String started = Files.readString(traces.resolve("start"));
        // The log folder is shared: a worker of another host reads the traces that this one left.
        Files.writeString(traces.resolve("start"), "elsewhere" + started.substring(started.indexOf(' ')));
        Worker far = start(LauncherConfig.DEFAULT);
        assertThat(ended(id).errorMessage()).contains("it was started on elsewhere");
        await(() -> far.active() == 0);
        far.close();
        workers.remove(far);
        assertThat(JobProcesses.alive()).isNotEmpty();

        Files.writeString(traces.resolve("start"), started);
        start(LauncherConfig.DEFAULT);

        await(() -> JobProcesses.alive().isEmpty());
    }

    @Test
    void one_that_was_listed_and_then_forgotten_gets_no_new_traces() {
        var looked = new CountDownLatch(1);
        var listed = new AttemptKey(create("ok"), 1);
        start(
                LauncherConfig.DEFAULT,
                RunListener.NONE,
                real -> provider((method, args) -> {
                    Object answer = method.invoke(real, args);
                    if (args != null
                            && args[0].equals(listed)
                            && method.getName().startsWith("find")) {
                        looked.countDown();
                    }
                    // As it was listed while the job had not been forgotten yet.
                    return method.getName().equals("known") ? Set.of(listed) : answer;
                }));
        ended(listed.jobId());

        await(() -> looked.getCount() == 0);

        await(() -> workers.getFirst().active() == 0);
        assertThat(folder.resolve("logs/.control")).isEmptyDirectory();
    }

    /** The real provider, which also knows an attempt of which it can tell nothing, and knows it first. */
    private static Provider withTroubleAbout(AttemptKey bad, Provider real) {
        return provider((method, args) -> {
            if (method.getName().equals("known")) {
                var known = new LinkedHashSet<>(List.of(bad));
                known.addAll(real.known());
                return known;
            }
            if (args != null && args[0].equals(bad)) {
                throw new IllegalStateException("cannot be removed");
            }
            return method.invoke(real, args);
        });
    }

    @Test
    void an_attempt_given_up_before_its_start_cannot_be_started_by_a_worker_that_wakes_up_late() {
        aDeadWorker("frozen");
        UUID id = createHeldBy("frozen");
        Worker worker = start(LauncherConfig.DEFAULT);
        assertThat(ended(id).status()).isEqualTo(JobStatus.FAILED);
        await(() -> worker.active() == 0);
        try (var late = new WorkspaceProvider(workspace(), System.getenv(), InstantSource.system())) {
            var launch =
                    new Launch(new AttemptKey(id, 1), List.of("touch", "started"), folder.resolve("repo"), Map.of());
            assertThat(late.dispatch(launch)).isInstanceOf(Dispatch.AlreadyStarted.class);
        }
        assertThat(folder.resolve("repo/started")).doesNotExist();
    }

    private WorkspaceConfig workspace() {
        return WorkspaceConfig.of(folder.resolve("logs"), new AllowedRepoPaths(List.of(folder.resolve("repo"))));
    }

    /** One of this host whose process is gone: another has its pid. */
    private void aDeadWorker(String id) {
        database.dsl()
                .execute(
                        "INSERT INTO runner_workers (id, host, version, mode, capacity, boot_id, pid, start_ticks)"
                                + " VALUES (?, ?, '1', 'exclusive', 1, ?, ?, 1)",
                        id,
                        HOST,
                        WorkerProcess.current().place(),
                        WorkerProcess.current().pid());
    }

    private void aFarWorker() {
        database.dsl()
                .execute("INSERT INTO runner_workers (id, host, version, mode, capacity, boot_id, pid, start_ticks)"
                        + " VALUES ('far', 'far', '1', 'exclusive', 2, 'other-boot x', 1, 1)");
    }

    private String leaseOf(UUID id) {
        return database.dsl()
                .fetchSingle("SELECT locked_by FROM runner_jobs WHERE id = ?", id)
                .get(0, String.class);
    }

    private UUID createHeldBy(String workerId) {
        UUID id = TimeOrderedIds.next();
        database.dsl()
                .execute(
                        "INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, started_at, attempts,"
                                + " locked_by, locked_until, heartbeat_at, timeout_seconds)"
                                + " VALUES (?, ?, 'ok', 'running', 'ada', now(), 1, ?, now() + interval '2 min', now(), 60)",
                        id,
                        repoId,
                        workerId);
        database.dsl()
                .execute(
                        "INSERT INTO runner_job_attempts (job_id, attempt, worker_id, selected_provider)"
                                + " VALUES (?, 1, ?, 'workspace')",
                        id,
                        workerId);
        return id;
    }

    /** These workers share one process, so the former one's is not gone; its row is made to say so. */
    private void markDead() {
        database.dsl().execute("UPDATE runner_workers SET start_ticks = 1 WHERE stopped_at IS NOT NULL");
    }

    private Worker start(LauncherConfig config) {
        return start(config, RunListener.NONE);
    }

    private Worker start(LauncherConfig config, RunListener listener) {
        return start(config, listener, real -> real);
    }

    private Worker start(LauncherConfig config, RunListener listener, UnaryOperator<Provider> between) {
        return start(config, database.config(8), listener, between);
    }

    private Worker start(
            LauncherConfig config, DatabaseConfig way, RunListener listener, UnaryOperator<Provider> between) {
        HikariDataSource pool = Databases.pool(way, "worker");
        pools.add(pool);
        var allowed = new AllowedRepoPaths(List.of(folder.resolve("repo")));
        var workspace = WorkspaceConfig.of(folder.resolve("logs"), allowed);
        Worker worker = Worker.start(new WorkerParts(
                WorkerIdentity.create("test"),
                config,
                way,
                pool,
                REGISTRY,
                allowed,
                folder.resolve("logs"),
                between.apply(new WorkspaceProvider(workspace, System.getenv(), InstantSource.system())),
                InstantSource.system(),
                () -> null,
                () -> null,
                () -> broken.set(true),
                listener));
        workers.add(worker);
        return worker;
    }

    private UUID create(String script) {
        return create(script, 300);
    }

    private UUID create(String script, int timeoutSeconds) {
        var found = REGISTRY.find(script).orElseThrow();
        var valid = (Validation.Valid) found.validate(StrictJson.mapper().createObjectNode());
        var request =
                new JobRequest(repoId, found, valid.arguments(), "ada", null, 0, null, timeoutSeconds, null, "{}");
        var creation = new JobCreation(database.dataSource(), store, new QueueLimits(1000, 1000, true, 2));
        return ((CreateOutcome.Created) creation.create(request)).job().id();
    }

    private Job ended(UUID id) {
        await(() -> store.find(id).orElseThrow().status().isTerminal());
        return store.find(id).orElseThrow();
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + Duration.ofSeconds(40).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("it did not happen within 40 s").isLessThan(deadline);
            java.util.concurrent.locks.LockSupport.parkNanos(
                    Duration.ofMillis(20).toNanos());
        }
    }

    private List<String> events(Job job) {
        return events(job.id());
    }

    private List<String> events(UUID id) {
        return store.events(id).stream().map(JobEvent::eventType).toList();
    }

    private String log(Job job) {
        return log(job.id());
    }

    private String log(UUID id) {
        try {
            Path file = folder.resolve("logs/" + id + ".log");
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<String> starts() {
        try {
            Path file = folder.resolve("repo/starts");
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private int running() {
        return database.dsl()
                .fetchCount(database.dsl().selectFrom("runner_jobs").where("status = 'running'"));
    }

    private void open() throws IOException {
        Files.writeString(folder.resolve("repo/go"), "", StandardOpenOption.CREATE);
    }
}
