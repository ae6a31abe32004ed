package dev.runner.bench;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.queue.LauncherLock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jooq.DSLContext;

/** How soon a standby takes over from a launcher that is killed: until it holds the lock, and until it claims a job. */
final class TakeoverBench implements AutoCloseable {
    private static final int ROUNDS = 7;
    private static final double TARGET = 3;

    private final Report report = new Report("Taking over after a kill -9, %d times".formatted(ROUNDS));
    private final Workspace workspace = Workspace.create();

    private TakeoverBench() {}

    static Report run() throws IOException, SQLException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new TakeoverBench()) {
            var database = BenchDatabase.create(server, "takeover");
            try (var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench")) {
                bench.measure(database, Databases.dsl(pool));
            }
            return bench.report;
        }
    }

    private void measure(BenchDatabase database, DSLContext dsl) {
        var jobs = new BenchJobs(dsl, workspace.repo());
        var locked = new double[ROUNDS];
        var claimed = new double[ROUNDS];
        System.out.println("killing launchers");
        Deployable launcher = Deployable.worker(database, workspace, 8);
        Await.until("a launcher", () -> LauncherLock.holder(dsl).isPresent());
        for (int i = 0; i < ROUNDS; i++) {
            Deployable standby = Deployable.worker(database, workspace, 8);
            standby.awaitSaying(Pattern.compile("standing by"));
            String before = LauncherLock.holder(dsl).orElseThrow();
            Instant killed = Instant.now();
            launcher.kill();
            UUID job = jobs.queue(Workspace.TIME_SCRIPT, 1).getFirst();
            Await.until(
                    "another launcher",
                    () -> LauncherLock.holder(dsl)
                            .filter(holder -> !holder.equals(before))
                            .isPresent());
            locked[i] = seconds(killed, Instant.now());
            Await.until("a claim", () -> jobs.claimedAt(job).isPresent());
            claimed[i] = seconds(killed, jobs.claimedAt(job).orElseThrow());
            launcher = standby;
        }
        launcher.close();
        report.note("kill to lock held, median", Numbers.median(locked), "s");
        below("kill to lock held, slowest", Numbers.largest(locked));
        report.note("kill to next job claimed, median", Numbers.median(claimed), "s");
        below("kill to next job claimed, slowest", Numbers.largest(claimed));
    }

    private void below(String name, double seconds) {
        report.add(name, seconds, "s", "< %.0f".formatted(TARGET), seconds < TARGET);
    }

    private static double seconds(Instant from, Instant to) {
        return java.time.Duration.between(from, to).toNanos() / 1e9;
    }

    @Override
    public void close() {
        workspace.close();
    }
}
