package dev.runner.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.queue.JobClaims;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;

/**
 * How long a claim takes from a table with many waiting and very many finished jobs, compared with one that holds
 * nothing but what is claimed. By turns, each in a database of its own of one server; figures are medians.
 */
final class ClaimsBench {
    private static final int WAITING = 200_000;
    private static final int FINISHED = 1_000_000;
    private static final int SLOTS = 8;
    private static final int WARM_UP = 300;
    private static final int ROUNDS = 400;
    private static final double TARGET = 1.5;
    private static final List<String> QUEUES = List.of("default");
    /** Far above what is active, so that every claim must count and none is held back. */
    private static final Map<String, Integer> LIMITS = Map.of("nb.stage", 1000, "bts.stage", 1000);
    /** Claims made while somebody keeps a transaction open, each of which leaves rows that nobody may clear away. */
    private static final int CLAIMS_WHILE_HELD = 1000;

    private final Report report =
            new Report("Claiming %d jobs, %,d waiting and %,d finished".formatted(SLOTS, WAITING, FINISHED));

    private ClaimsBench() {}

    static Report run() throws IOException, SQLException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var empty = Side.create(server, "claims_empty");
                var full = Side.create(server, "claims_full")) {
            var bench = new ClaimsBench();
            System.out.println("filling a table");
            full.table().fill(Databases.dsl(full.database().dataSource()), WAITING, FINISHED);
            bench.measure(empty, full);
            return bench.report;
        }
    }

    /** A database and what claims from it. */
    private record Side(BenchDatabase database, HikariDataSource pool, JobClaims claims, ManyJobs table)
            implements AutoCloseable {
        static Side create(EmbeddedDatabase server, String name) throws SQLException {
            var database = BenchDatabase.create(server, name);
            var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench");
            DSLContext dsl = Databases.dsl(pool);
            return new Side(database, pool, new JobClaims(dsl, Duration.ofMinutes(2)), new ManyJobs(dsl));
        }

        /** Milliseconds of one claim; before and after it the table is as it was. */
        double claim(Map<String, Integer> limits) {
            table.queue(SLOTS);
            long started = System.nanoTime();
            int claimed =
                    claims.claimWithin(SLOTS, "bench", SLOTS, QUEUES, limits).size();
            double millis = (System.nanoTime() - started) / 1e6;
            if (claimed != SLOTS) {
                throw new IllegalStateException("claimed " + claimed);
            }
            table.finishRunning();
            return millis;
        }

        @Override
        public void close() {
            pool.close();
        }
    }

    private void measure(Side empty, Side full) throws SQLException {
        System.out.println("warming up");
        compare(empty, full, Map.of(), WARM_UP);
        System.out.println("measuring");
        add("a claim", compare(empty, full, Map.of(), ROUNDS));
        add("a claim with limits of scripts", compare(empty, full, LIMITS, ROUNDS));
        System.out.println("measuring while a transaction is held open");
        try (Connection first = held(empty);
                Connection second = held(full)) {
            compare(empty, full, Map.of(), CLAIMS_WHILE_HELD);
            add(
                    "a claim, transaction open for %,d claims".formatted(CLAIMS_WHILE_HELD),
                    compare(empty, full, Map.of(), ROUNDS));
        }
    }

    private record Medians(double empty, double full) {}

    private static Medians compare(Side empty, Side full, Map<String, Integer> limits, int rounds) {
        var onEmpty = new double[rounds];
        var onFull = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            onEmpty[i] = empty.claim(limits);
            onFull[i] = full.claim(limits);
        }
        return new Medians(Numbers.median(onEmpty), Numbers.median(onFull));
    }

    private void add(String name, Medians medians) {
        report.note(name + ", empty table", medians.empty(), "ms");
        report.note(name + ", full table", medians.full(), "ms");
        double ratio = medians.full() / medians.empty();
        report.add(name + ", full / empty", ratio, "times", "<= %.1f".formatted(TARGET), ratio <= TARGET);
    }

    /** A connection that has looked at the table and has not ended its transaction. */
    private static Connection held(Side side) throws SQLException {
        Connection connection = side.database().dataSource().getConnection();
        connection.setAutoCommit(false);
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        try (var statement = connection.createStatement()) {
            statement.execute("SELECT 1 FROM runner_jobs LIMIT 1");
        }
        return connection;
    }
}
