package dev.runner.bench;

import static org.jooq.impl.DSL.val;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.queue.LauncherLock;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.ToDoubleFunction;
import org.jooq.DSLContext;

/**
 * How long a job waits when there is nothing else to do: from the commit of its create, asked for through HTTP, to the
 * first byte of its output. The server notes when it committed; the job prints when it writes. The part of the process
 * start is measured in the same way, by turns.
 */
final class PickupBench implements AutoCloseable {
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 3;
    private static final int JOBS = 150;
    /** Long enough for the worker to be done with the one before and to wait again. */
    private static final Duration IDLE = Duration.ofMillis(80);

    /** The event of a create is written in its transaction and never changed, so its row tells when that committed. */
    private static final String COMMITTED = """
            SELECT (extract(epoch FROM pg_xact_commit_timestamp(xmin)) * 1000000)::bigint FROM runner_job_events
            WHERE job_id = {0} AND event_type = 'job_created'""";

    private final Report report = new Report("Picking up a job, idle system");
    private final Workspace workspace = Workspace.create();
    private final BareChain chain = new BareChain(workspace, Project.here());

    /** All in milliseconds. */
    private record Round(double median, double p99, double bareMedian, double bareP99, double wholeMedian) {}

    private PickupBench() {}

    static Report run() throws IOException, SQLException, InterruptedException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new PickupBench()) {
            var database = BenchDatabase.create(server, "pickup");
            try (var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench");
                    var api = Deployable.api(database, bench.workspace);
                    var _ = Deployable.worker(database, bench.workspace, 8);
                    var client = new ApiClient(api)) {
                var dsl = Databases.dsl(pool);
                Await.until("a launcher", () -> LauncherLock.holder(dsl).isPresent());
                bench.measure(dsl, client);
            }
            return bench.report;
        }
    }

    private void measure(DSLContext dsl, ApiClient client) throws IOException, InterruptedException {
        String repo = client.repo();
        System.out.println("warming up");
        round(dsl, client, repo, WARM_UP);
        System.out.println("measuring %d rounds of %d jobs, one at a time".formatted(ROUNDS, JOBS));
        var rounds = new ArrayList<Round>();
        for (int i = 0; i < ROUNDS; i++) {
            rounds.add(round(dsl, client, repo, JOBS));
        }
        double p50 = median(rounds, Round::median);
        double p99 = median(rounds, Round::p99);
        double start = median(rounds, Round::bareMedian);
        report.add("commit to first byte, median", p50, "ms", "< 20", p50 < 20);
        report.add("commit to first byte, 99th percentile", p99, "ms", "< 60", p99 < 60);
        report.note("the process start alone, median", start, "ms");
        report.note("the process start alone, 99th percentile", median(rounds, Round::bareP99), "ms");
        report.note("share of the process start in the median", 100 * start / p50, "%");
        report.note("request to first byte, median", median(rounds, Round::wholeMedian), "ms");
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return Numbers.median(rounds.stream().mapToDouble(figure).toArray());
    }

    private Round round(DSLContext dsl, ApiClient client, String repo, int count)
            throws IOException, InterruptedException {
        var pickup = new double[count];
        var bare = new double[count];
        var whole = new double[count];
        var told = new long[count];
        var ids = new ArrayList<UUID>();
        for (int i = 0; i < count; i++) {
            long begun = wallNanos();
            bare[i] = (chain.run() - begun) / 1e6;
            Await.pause(IDLE);
            long asked = wallNanos();
            UUID id = UUID.fromString(client.create(repo, Workspace.TIME_SCRIPT));
            told[i] = firstByte(workspace.logs().resolve(id + ".log"));
            whole[i] = (told[i] - asked) / 1e6;
            ids.add(id);
            Await.pause(IDLE);
        }
        // Asked for afterwards: a question in between would be work for an idle system.
        for (int i = 0; i < count; i++) {
            long micros =
                    dsl.resultQuery(COMMITTED, val(ids.get(i))).fetchSingle().get(0, Long.class);
            pickup[i] = (told[i] - micros * 1000) / 1e6;
        }
        return new Round(
                Numbers.median(pickup),
                Numbers.percentile(pickup, 99),
                Numbers.median(bare),
                Numbers.percentile(bare, 99),
                Numbers.median(whole));
    }

    private static long firstByte(Path log) {
        Await.until("output of a job", () -> Workspace.toldNanos(log) != 0);
        return Workspace.toldNanos(log);
    }

    private static long wallNanos() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }

    @Override
    public void close() {
        workspace.close();
    }
}
