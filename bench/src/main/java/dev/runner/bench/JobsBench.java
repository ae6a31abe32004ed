package dev.runner.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.queue.LauncherLock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * How many jobs a worker brings to their end, compared with a bare loop that starts the same processes, as many at once.
 * By turns, so that whatever else the machine does meets both alike; figures are medians.
 */
final class JobsBench implements AutoCloseable {
    private static final int SLOTS = 8;
    private static final int JOBS = 400;
    /** So many until the worker's compiler is done with what each job needs. */
    private static final int WARM_UP = 2500;

    private static final int ROUNDS = 7;
    private static final Duration BARE_TURN = Duration.ofSeconds(3);
    private static final int TARGET = 70;

    private final Report report = new Report("Running jobs, %d at a time".formatted(SLOTS));
    private final Load load = new Load(SLOTS);
    private final Workspace workspace = Workspace.create();

    private JobsBench() {}

    static Report run() throws IOException, SQLException, InterruptedException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new JobsBench()) {
            var database = BenchDatabase.create(server, "jobs");
            try (var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench");
                    var _ = Deployable.worker(database, bench.workspace, SLOTS)) {
                bench.measure(pool);
            }
            return bench.report;
        }
    }

    private void measure(HikariDataSource pool) throws InterruptedException {
        var dsl = Databases.dsl(pool);
        var jobs = new BenchJobs(dsl, workspace.repo());
        var chain = new BareChain(workspace, Project.here());
        List<Load.Call> bareLoop = Collections.nCopies(SLOTS, chain::run);
        say("warming up");
        Await.until("a launcher", () -> LauncherLock.holder(dsl).isPresent());
        turn(jobs, WARM_UP);
        load.perSecond(bareLoop, BARE_TURN);
        say("measuring %d rounds of %d jobs".formatted(ROUNDS, JOBS));
        var bare = new double[ROUNDS];
        var worker = new double[ROUNDS];
        var ratios = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            bare[i] = load.perSecond(bareLoop, BARE_TURN);
            worker[i] = turn(jobs, JOBS);
            ratios[i] = 100 * worker[i] / bare[i];
        }
        report.note("the same processes by a bare loop", Numbers.median(bare), "/s");
        report.note("jobs by a worker, claim to recorded end", Numbers.median(worker), "/s");
        double percent = Numbers.median(ratios);
        report.add("worker / bare loop, by rounds", percent, "%", ">= " + TARGET, percent >= TARGET);
        report.note("the same, worst round", Numbers.percentile(ratios, 0), "%");
    }

    private static double turn(BenchJobs jobs, int count) {
        jobs.clear();
        jobs.queue(Workspace.TIME_SCRIPT, count);
        Await.until("the end of all jobs", () -> jobs.inStatus("queued", "running") == 0);
        if (jobs.inStatus("success") != count) {
            throw new IllegalStateException("not every job succeeded");
        }
        return count / jobs.secondsFromClaimToEnd();
    }

    private static void say(String what) {
        System.out.println(what);
    }

    @Override
    public void close() {
        load.close();
        workspace.close();
    }
}
