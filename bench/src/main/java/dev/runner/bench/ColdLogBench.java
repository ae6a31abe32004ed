package dev.runner.bench;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * A large log as a browser opens it: through an API that was started a moment ago and has never read it. First its end,
 * then rows anywhere. Started several times, because only the first request of a process is that cold.
 */
final class ColdLogBench {
    private static final long MB = 1 << 20;
    private static final int STARTS = 3;
    private static final int PLACES = 200;
    private static final double TARGET_SECONDS = 2;
    private static final Pattern TOTAL_ROWS = Pattern.compile("\"total_rows\":([0-9]+)");

    private ColdLogBench() {}

    static void addTo(Report report, int megabytes) throws IOException, SQLException, InterruptedException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var workspace = Workspace.create()) {
            var database = BenchDatabase.create(server, "cold_log");
            UUID job;
            try (var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench")) {
                job = new BenchJobs(Databases.dsl(pool), workspace.repo()).finished(Workspace.TIME_SCRIPT);
            }
            Path log = workspace.logs().resolve(job + ".log");
            LogText.fill(log, LogText.ordinary(), megabytes * MB);
            var first = new double[STARTS];
            var worked = new double[STARTS];
            var later = new double[STARTS];
            var slowest = new double[STARTS];
            long rows = 0;
            for (int i = 0; i < STARTS; i++) {
                try (var api = Deployable.api(database, workspace);
                        var client = new ApiClient(api)) {
                    // The page of a run asks for the run before it asks for its log.
                    client.get("/api/runner/jobs/" + job);
                    String path = "/api/runner/jobs/" + job + "/logs/rows?";
                    Duration workedBefore = api.worked();
                    long started = System.nanoTime();
                    String end = client.get(path + "tail=200");
                    first[i] = secondsSince(started);
                    worked[i] = api.worked().minus(workedBefore).toMillis() / 1e3;
                    rows = totalRows(end);
                    double[] places = places(client, path, rows);
                    later[i] = Numbers.median(places);
                    slowest[i] = Numbers.largest(places);
                }
            }
            double seconds = Numbers.median(first);
            report.note("rows of the log opened cold", rows / 1e6, "million");
            report.add("its end, through an API just started", seconds, "s", "<= 2", seconds <= TARGET_SECONDS);
            report.note("slowest of %d such starts".formatted(STARTS), Numbers.largest(first), "s");
            // Of two processors half of it passes at least; the rest is what others do on the machine.
            report.note("processor time of such an opening", Numbers.median(worked), "s");
            report.note("200 rows anywhere afterwards", Numbers.median(later) * 1e3, "ms");
            report.note("slowest of %d places".formatted(PLACES), Numbers.median(slowest) * 1e3, "ms");
        }
    }

    private static double[] places(ApiClient client, String path, long rows) throws IOException, InterruptedException {
        var random = new Random(42);
        var seconds = new double[PLACES];
        for (int i = 0; i < PLACES; i++) {
            long started = System.nanoTime();
            client.get(path + "limit=200&row=" + random.nextLong(rows));
            seconds[i] = secondsSince(started);
        }
        return seconds;
    }

    private static long totalRows(String answer) {
        var matcher = TOTAL_ROWS.matcher(answer);
        if (!matcher.find()) {
            throw new IllegalStateException("an answer with rows does not say how many there are");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static double secondsSince(long started) {
        return (System.nanoTime() - started) / 1e9;
    }
}
