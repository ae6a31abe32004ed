package dev.runner.db;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sums the triggers keep are what a count of the rows would give, whatever is done to the rows. */
@ExtendWith(PostgresExtension.class)
class CountersTest {
    private static final UUID REPO = new UUID(0, 1);
    private static final List<String> PEOPLE = List.of("ann", "bob", "queued_by:ann", "%", "çağrı");
    private static final List<String> STATUSES =
            List.of("queued", "running", "cancel_requested", "success", "failed", "canceled", "timeout");

    /** Writes that any status can take part in: whatever else the row needs follows from it. */
    private static final String SET_STATUS = """
            status = s.status,
            started_at = CASE WHEN s.status = 'queued' THEN NULL ELSE now() END,
            finished_at = CASE WHEN s.status IN ('queued', 'running', 'cancel_requested') THEN NULL ELSE now() END
            """;

    private final TestDatabase database;
    private final DSLContext dsl;

    CountersTest(TestDatabase database) {
        this.database = database;
        this.dsl = database.dsl();
    }

    @BeforeEach
    void start_empty() {
        database.clear();
        dsl.execute(
                "INSERT INTO runner_repos (id, name, source_type, path_or_url) VALUES (?, 'r', 'local_path', '/r')",
                REPO);
    }

    @Test
    void one_job_is_counted_from_its_creation_to_its_deletion() {
        insert(dsl, "ann", "queued", 1);
        assertThat(counters()).isEqualTo(Map.of("status:queued", 1L, "queued_by:ann", 1L));
        moveAll("running");
        assertThat(counters()).isEqualTo(Map.of("status:running", 1L, "moved_to:running", 1L));
        moveAll("success");
        assertThat(counters()).isEqualTo(Map.of("status:success", 1L, "moved_to:running", 1L, "moved_to:success", 1L));
        dsl.execute("DELETE FROM runner_jobs");
        assertThat(counters()).isEqualTo(Map.of("moved_to:running", 1L, "moved_to:success", 1L));
    }

    @Test
    void a_write_that_moves_nothing_touches_no_counter() {
        insert(dsl, "ann", "queued", 3);
        var before = dsl.fetch("SELECT xmin::text, name, shard, value FROM runner_counters ORDER BY name, shard");
        dsl.execute("UPDATE runner_jobs SET heartbeat_at = now(), priority = 1, status = status");
        dsl.execute("UPDATE runner_jobs SET priority = 2 WHERE false");
        dsl.execute("DELETE FROM runner_jobs WHERE false");
        assertThat(dsl.fetch("SELECT xmin::text, name, shard, value FROM runner_counters ORDER BY name, shard"))
                .isEqualTo(before);
    }

    @Test
    void a_waiting_job_given_to_another_person_counts_for_that_person() {
        insert(dsl, "ann", "queued", 3);
        insert(dsl, "ann", "running", 1);
        dsl.execute("UPDATE runner_jobs SET requested_by = 'bob'");
        assertThat(counters()).isEqualTo(Map.of("status:queued", 3L, "status:running", 1L, "queued_by:bob", 3L));
    }

    @Test
    void one_statement_may_move_jobs_both_ways() {
        insert(dsl, "ann", "queued", 2);
        insert(dsl, "bob", "running", 2);
        dsl.execute("UPDATE runner_jobs j SET " + SET_STATUS
                + " FROM (VALUES ('queued', 'running'), ('running', 'queued')) s (before, status)"
                + " WHERE j.status = s.before");
        assertThat(counters())
                .isEqualTo(Map.of(
                        "status:queued", 2L,
                        "status:running", 2L,
                        "queued_by:bob", 2L,
                        "moved_to:queued", 2L,
                        "moved_to:running", 2L));
    }

    @Test
    void what_is_rolled_back_was_never_counted() {
        insert(dsl, "ann", "queued", 1);
        var before = counters();
        try {
            dsl.transaction(tx -> {
                insert(tx.dsl(), "ann", "queued", 5);
                tx.dsl().execute("DELETE FROM runner_jobs");
                throw new IllegalStateException("roll back");
            });
        } catch (IllegalStateException e) {
            assertThat(e).hasMessage("roll back");
        }
        assertThat(counters()).isEqualTo(before);
    }

    @Test
    void rows_skipped_by_a_conflict_are_not_counted() {
        insert(dsl, "ann", "queued", 2);
        assertThat(dsl.execute("INSERT INTO runner_jobs (id, repo_id, script_key, status, requested_by)"
                        + " SELECT id, repo_id, script_key, 'queued', 'ann' FROM runner_jobs ON CONFLICT DO NOTHING"))
                .isZero();
        assertThat(counters()).isEqualTo(Map.of("status:queued", 2L, "queued_by:ann", 2L));
    }

    @Test
    void an_emptied_table_counts_nothing_and_keeps_its_history() {
        insert(dsl, "ann", "queued", 2);
        moveAll("running");
        insert(dsl, "bob", "queued", 2);
        dsl.execute("TRUNCATE runner_jobs CASCADE");
        assertThat(counters()).isEqualTo(Map.of("moved_to:running", 2L));
        insert(dsl, "bob", "queued", 1);
        assertThat(counters()).isEqualTo(Map.of("status:queued", 1L, "queued_by:bob", 1L, "moved_to:running", 2L));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void random_writes_leave_the_sums_equal_to_a_count(long seed) {
        var random = new Random(seed);
        for (int i = 0; i < 100; i++) {
            write(dsl, random);
            if (i % 10 == 9) {
                assertThat(currentCounters()).as("seed %d, step %d", seed, i).isEqualTo(count());
            }
        }
        assertThat(count()).isNotEmpty();
    }

    @Test
    void concurrent_sessions_leave_the_sums_equal_to_a_count() throws Exception {
        int sessions = 8;
        var barrier = new CyclicBarrier(sessions);
        try (var pool = database.newPool(sessions, "counters");
                var threads = Executors.newFixedThreadPool(sessions)) {
            var work = new ArrayList<Callable<Integer>>();
            for (int i = 0; i < sessions; i++) {
                var random = new Random(i);
                work.add(() -> {
                    barrier.await();
                    int done = 0;
                    for (int n = 0; n < 60; n++) {
                        done += writeUnlessDeadlocked(Databases.dsl(pool), random);
                    }
                    return done;
                });
            }
            int done = 0;
            for (var session : threads.invokeAll(work)) {
                done += session.get();
            }
            assertThat(done).isGreaterThan(sessions * 30);
        }
        assertThat(count()).isNotEmpty();
        assertThat(currentCounters()).isEqualTo(count());
    }

    /** These writes take many job rows in no order, so the server may end one of two; it must not be counted then. */
    private static int writeUnlessDeadlocked(DSLContext dsl, Random random) {
        try {
            write(dsl, random);
            return 1;
        } catch (DataAccessException e) {
            assertThat(e.sqlState()).isEqualTo("40P01");
            return 0;
        }
    }

    /** One statement on none, one or several rows. */
    private static void write(DSLContext dsl, Random random) {
        var person = PEOPLE.get(random.nextInt(PEOPLE.size()));
        var status = STATUSES.get(random.nextInt(STATUSES.size()));
        // A slice of the rows that differs from one statement to the next.
        var slice = "abs(hashtext(id::text)) % 7 = " + random.nextInt(7);
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> insert(dsl, person, status, 1 + random.nextInt(5));
            case 3 -> insert(dsl, person, "queued", 1 + random.nextInt(5));
            case 4, 5 ->
                dsl.execute(
                        "UPDATE runner_jobs SET " + SET_STATUS + " FROM (SELECT ?::text AS status) s WHERE " + slice,
                        status);
            case 6 -> dsl.execute("UPDATE runner_jobs SET requested_by = ? WHERE " + slice, person);
            default -> dsl.execute("DELETE FROM runner_jobs WHERE " + slice + " AND status = ?", status);
        }
    }

    private static void insert(DSLContext dsl, String person, String status, int rows) {
        dsl.execute("""
                INSERT INTO runner_jobs (id, repo_id, script_key, requested_by, status, started_at, finished_at)
                SELECT gen_random_uuid(), ?, 's', ?, s.status,
                    CASE WHEN s.status = 'queued' THEN NULL ELSE now() END,
                    CASE WHEN s.status IN ('queued', 'running', 'cancel_requested') THEN NULL ELSE now() END
                FROM (SELECT ?::text AS status) s, generate_series(1, ?)
                """, REPO, person, status, rows);
    }

    private void moveAll(String status) {
        dsl.execute("UPDATE runner_jobs SET " + SET_STATUS + " FROM (SELECT ?::text AS status) s", status);
    }

    private Map<String, Long> counters() {
        return sums("SELECT name, sum(value)::bigint FROM runner_counters GROUP BY name HAVING sum(value) <> 0");
    }

    /** Without the totals, which say nothing of the rows there are now. */
    private Map<String, Long> currentCounters() {
        return sums("SELECT name, sum(value)::bigint FROM runner_counters WHERE name NOT LIKE 'moved%'"
                + " GROUP BY name HAVING sum(value) <> 0");
    }

    private Map<String, Long> count() {
        return sums("""
                SELECT 'status:' || status, count(*) FROM runner_jobs GROUP BY status
                UNION ALL
                SELECT 'queued_by:' || requested_by, count(*) FROM runner_jobs WHERE status = 'queued' GROUP BY requested_by
                """);
    }

    private Map<String, Long> sums(String sql) {
        var sums = new TreeMap<String, Long>();
        dsl.fetch(sql).forEach(row -> sums.put(row.get(0, String.class), row.get(1, Long.class)));
        return sums;
    }
}
