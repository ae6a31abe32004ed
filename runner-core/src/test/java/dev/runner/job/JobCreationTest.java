package dev.runner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.job.CreateOutcome.Busy;
import dev.runner.job.CreateOutcome.Created;
import dev.runner.job.CreateOutcome.Deduplicated;
import dev.runner.job.CreateOutcome.KeyReused;
import dev.runner.job.CreateOutcome.QueueFull;
import dev.runner.job.CreateOutcome.RepoChanged;
import dev.runner.job.CreateOutcome.UserQueueFull;
import dev.runner.testing.Parallel;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import dev.runner.testing.TestJobs;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(PostgresExtension.class)
class JobCreationTest {
    private static final QueueLimits WIDE = new QueueLimits(100_000, 100_000, true, 2);

    private final TestDatabase database;
    private TestJobs jobs;

    JobCreationTest(TestDatabase database) {
        this.database = database;
        this.jobs = new TestJobs(database);
    }

    @BeforeEach
    void empty() {
        database.clear();
        jobs = new TestJobs(database);
    }

    @Test
    void a_new_job_is_queued_and_its_event_names_the_person() {
        Job job = created(jobs.creation(QueueLimits.DEFAULT).create(jobs.request("ada", null, "{\"retries\":5}")));

        var store = new JobStore(database.dsl());
        Job stored = store.find(job.id()).orElseThrow();
        assertThat(stored).usingRecursiveComparison().ignoringFields("argsJson").isEqualTo(job);
        assertThat(stored.status()).isEqualTo(JobStatus.QUEUED);
        assertThat(stored.argsJson()).contains("\"retries\": 5").contains("\"verbose\": false");
        assertThat(store.events(job.id())).singleElement().satisfies(event -> {
            assertThat(event.eventType()).isEqualTo("job_created");
            assertThat(event.actor()).isEqualTo("ada");
        });
    }

    @Test
    void the_same_key_and_payload_is_the_same_job_whatever_the_spelling_of_the_arguments() {
        var creation = jobs.creation(QueueLimits.DEFAULT);
        Job first = created(creation.create(jobs.request("ada", "k", "{\"retries\":3}")));
        assertThat(creation.create(jobs.request("ada", "k", "{}"))).satisfies(repeatOf(first));
        assertThat(creation.create(jobs.request("ada", "k", "{\"retries\":4}"))).isInstanceOf(KeyReused.class);
        assertThat(creation.create(jobs.request("bob", "k", "{}"))).isInstanceOf(Created.class);
    }

    @ParameterizedTest
    @EnumSource(JobStatus.class)
    void a_key_older_than_five_minutes_counts_only_while_its_job_is_active(JobStatus status) {
        var creation = jobs.creation(QueueLimits.DEFAULT);
        Job first = created(creation.create(jobs.request("ada", "k")));
        jobs.put(first.id(), status);
        assertThat(creation.create(jobs.request("ada", "k"))).isInstanceOf(Deduplicated.class);

        jobs.age(first.id(), "5 minutes");
        var again = creation.create(jobs.request("ada", "k"));
        assertThat(again).isInstanceOf(status.isActive() ? Deduplicated.class : Created.class);
        if (status.isActive()) {
            assertThat(creation.create(jobs.request("ada", "k", "{\"retries\":9}")))
                    .isInstanceOf(KeyReused.class);
        }
    }

    @Test
    void a_repeat_finds_its_job_even_when_the_queue_is_full() {
        var creation = jobs.creation(new QueueLimits(1, 1, true, 2));
        Job first = created(creation.create(jobs.request("ada", "k")));
        assertThat(creation.create(jobs.request("ada", "other"))).isEqualTo(new QueueFull(1));
        assertThat(creation.create(jobs.request("ada", "k"))).satisfies(repeatOf(first));
    }

    @Test
    void waiting_jobs_of_a_person_and_active_jobs_of_all_are_limited() {
        var creation = jobs.creation(new QueueLimits(5, 2, true, 2));
        Job first = created(creation.create(jobs.request("ada", null)));
        created(creation.create(jobs.request("ada", null)));
        assertThat(creation.create(jobs.request("ada", null))).isEqualTo(new UserQueueFull(2));
        jobs.put(first.id(), JobStatus.RUNNING);
        created(creation.create(jobs.request("ada", null)));
        created(creation.create(jobs.request("bob", null)));
        created(creation.create(jobs.request("bob", null)));
        assertThat(creation.create(jobs.request("eve", null))).isEqualTo(new QueueFull(5));
        jobs.put(first.id(), JobStatus.CANCEL_REQUESTED);
        assertThat(creation.create(jobs.request("eve", null))).isEqualTo(new QueueFull(5));
        jobs.put(first.id(), JobStatus.CANCELED);
        created(creation.create(jobs.request("eve", null)));
    }

    @Test
    void without_a_queue_a_job_is_taken_only_while_a_slot_is_free() {
        var creation = jobs.creation(new QueueLimits(200, 20, false, 2));
        created(creation.create(jobs.request("ada", null)));
        created(creation.create(jobs.request("ada", null)));
        assertThat(creation.create(jobs.request("ada", null))).isEqualTo(new Busy(2));
    }

    @Test
    void a_repo_that_is_not_as_it_was_seen_gets_no_job() {
        var creation = jobs.creation(QueueLimits.DEFAULT);
        var request = jobs.request("ada", "k");
        database.dsl().execute("UPDATE runner_repos SET enabled = true WHERE id = ?", jobs.repoId());
        assertThat(creation.create(request, "/elsewhere")).isEqualTo(new RepoChanged());
        Job job = created(creation.create(request, "/"));
        assertThat(creation.create(request, "/")).satisfies(repeatOf(job));

        database.dsl().execute("UPDATE runner_repos SET enabled = false WHERE id = ?", jobs.repoId());
        assertThat(creation.create(request, "/")).isEqualTo(new RepoChanged());
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void many_creates_with_one_key_are_one_job() {
        var one = jobs.creation(QueueLimits.DEFAULT);
        var other = jobs.creation(QueueLimits.DEFAULT);
        List<UUID> ids = Parallel.run(
                200, i -> () -> switch ((i % 2 == 0 ? one : other).create(jobs.request("ada", "the-key"))) {
                    case Created created -> created.job().id();
                    case Deduplicated repeat -> repeat.job().id();
                    case CreateOutcome unexpected -> throw new AssertionError(unexpected);
                });
        assertThat(ids).hasSize(200).containsOnly(ids.getFirst());
        assertThat(count()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 63})
    void racing_creates_fill_the_global_limit_exactly(int limit) {
        var creation = jobs.creation(new QueueLimits(limit, 1000, true, 2));
        var outcomes = Parallel.run(64, i -> () -> creation.create(jobs.request("person" + i % 5, null)));
        assertThat(outcomes).filteredOn(o -> o instanceof Created).hasSize(limit);
        assertThat(outcomes).filteredOn(o -> o instanceof QueueFull).hasSize(64 - limit);
        assertThat(count()).isEqualTo(limit);
    }

    @Test
    void racing_creates_of_one_person_fill_the_persons_limit_exactly() {
        var creation = jobs.creation(QueueLimits.DEFAULT);
        var outcomes = Parallel.run(64, i -> () -> creation.create(jobs.request("ada", null)));
        assertThat(outcomes).filteredOn(o -> o instanceof Created).hasSize(20);
        assertThat(outcomes).filteredOn(o -> o instanceof UserQueueFull).hasSize(44);
        assertThat(count()).isEqualTo(20);
    }

    @RepeatedTest(4)
    void a_limit_far_above_the_number_of_connections_is_exact_as_well() {
        int connections = Integer.parseInt(
                String.valueOf(database.dsl().fetchValue("SELECT current_setting('max_connections')")));
        int limit = connections + 40;
        var creation = jobs.creation(new QueueLimits(limit, 100_000, true, 2));
        var wide = jobs.creation(WIDE);
        for (int i = 0; i < limit - 60; i++) {
            created(wide.create(jobs.request("ada", null)));
        }
        var outcomes = Parallel.run(128, i -> () -> creation.create(jobs.request("p" + i, null)));
        assertThat(outcomes).filteredOn(o -> o instanceof Created).hasSize(60);
        assertThat(count()).isEqualTo(limit);
    }

    @Test
    void a_row_written_past_the_lock_still_yields_its_job_and_no_error() {
        var creation = jobs.creation(QueueLimits.DEFAULT);
        var ours = new AtomicReference<CompletableFuture<CreateOutcome>>();
        // Somebody inserts the same key by hand, uncommitted while we try: the unique index decides.
        Job winner = database.dsl().transactionResult(configuration -> {
            UUID id = UUID.randomUUID();
            configuration
                    .dsl()
                    .execute(
                            "INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by, idempotency_key,"
                                    + " idempotency_hash) VALUES (?, ?, 'demo.run', 'queued', 'ada', 'k', ?)",
                            id,
                            jobs.repoId(),
                            jobs.request("ada", "k").hash().hex());
            ours.set(CompletableFuture.supplyAsync(() -> creation.create(jobs.request("ada", "k"))));
            awaitBlockedInsert();
            return new JobStore(configuration.dsl()).find(id).orElseThrow();
        });
        assertThat(ours.get().join()).satisfies(repeatOf(winner));
        assertThat(count()).isEqualTo(1);
    }

    private void awaitBlockedInsert() {
        while (!Boolean.TRUE.equals(database.dsl()
                .fetchValue("SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                        + " AND datname = current_database())"))) {
            Thread.onSpinWait();
        }
    }

    @Test
    void not_before_priority_and_timeout_are_kept() {
        var plain = jobs.request("ada", null);
        Instant later = Instant.parse("2099-01-01T00:00:00Z");
        var request = new JobRequest(
                plain.repoId(),
                plain.script(),
                plain.arguments(),
                "ada",
                null,
                42,
                later,
                17,
                null,
                "{\"ip\":\"::1\"}");
        Job job = created(jobs.creation(QueueLimits.DEFAULT).create(request));
        assertThat(new JobStore(database.dsl()).find(job.id())).get().satisfies(stored -> {
            assertThat(stored.availableAt()).isEqualTo(later);
            assertThat(stored.priority()).isEqualTo(42);
            assertThat(stored.timeoutSeconds()).isEqualTo(17);
        });
    }

    private int count() {
        return database.dsl().fetchCount(database.dsl().selectFrom("runner_jobs"));
    }

    private static Consumer<CreateOutcome> repeatOf(Job job) {
        return outcome -> {
            assertThat(outcome).isInstanceOf(Deduplicated.class);
            assertThat(((Deduplicated) outcome).job().id()).isEqualTo(job.id());
        };
    }

    private static Job created(CreateOutcome outcome) {
        assertThat(outcome).isInstanceOf(Created.class);
        return ((Created) outcome).job();
    }
}
