package dev.runner.bench;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** How much memory the two programs take: with nothing to do, with two hundred jobs running, with five hundred logs watched. */
final class MemoryBench implements AutoCloseable {
    private static final int JOBS = 200;
    private static final int WATCHED = 500;
    /** As many as one person may watch. */
    private static final int WATCHED_EACH = 20;

    private static final int LINES = 20;
    private static final String LINE = "2026-03-01T12:04:05Z INFO claimed job 7f3c in 12 ms\n";
    private static final double TARGET_MEGABYTES = 300;
    private static final Duration SETTLE = Duration.ofSeconds(10);
    private static final int READS = 5;

    private final Report report = new Report("Memory");
    private final Workspace workspace = Workspace.create();

    private MemoryBench() {}

    static Report run() throws IOException, SQLException, InterruptedException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new MemoryBench()) {
            var database = BenchDatabase.create(server, "memory");
            try (var pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench");
                    var api = Deployable.api(database, bench.workspace);
                    var worker = Deployable.worker(database, bench.workspace, JOBS, false);
                    var client = new ApiClient(api)) {
                worker.awaitSaying(Pattern.compile("launcher lock taken"));
                System.out.println("letting both programs come to rest");
                client.repo();
                Await.pause(SETTLE);
                bench.note("API, idle", api);
                bench.note("worker, idle", worker);
                List<UUID> ids = bench.running(new BenchJobs(Databases.dsl(pool), bench.workspace.repo()), client);
                bench.note("API, %d running jobs, lists and logs read".formatted(JOBS), api);
                bench.note("worker, %d running jobs".formatted(JOBS), worker);
                bench.watch(ids, client, api);
            }
            return bench.report;
        }
    }

    private List<UUID> running(BenchJobs jobs, ApiClient client) throws IOException, InterruptedException {
        System.out.println("starting %d jobs".formatted(JOBS));
        List<UUID> ids = jobs.queue(Workspace.SLEEP_SCRIPT, JOBS);
        Await.until("all jobs running", () -> jobs.started() == JOBS);
        for (int i = 0; i < READS; i++) {
            client.get("/api/runner/jobs?limit=200");
            for (UUID id : ids) {
                client.get("/api/runner/jobs/" + id + "/logs");
            }
        }
        Await.pause(SETTLE);
        return ids;
    }

    private void watch(List<UUID> ids, ApiClient client, Deployable api) throws IOException {
        System.out.println("watching %d logs while they grow".formatted(WATCHED));
        for (UUID id : ids) {
            print(id, 4000);
        }
        var watched = new ArrayList<WatchedLog>();
        try {
            for (int i = 0; i < WATCHED; i++) {
                watched.add(client.watch(ids.get(i % ids.size()), "watcher" + i / WATCHED_EACH));
            }
            for (int line = 0; line < LINES; line++) {
                for (UUID id : ids) {
                    print(id, 1);
                }
                long printed = (4001L + line) * LINE.length();
                Await.until(
                        "every line at every watcher",
                        () -> watched.stream().allMatch(log -> log.received() >= printed));
            }
            Await.pause(SETTLE);
            double resident = megabytes(api, "Rss:");
            report.add(
                    "API, %d logs watched, resident".formatted(WATCHED),
                    resident,
                    "MB",
                    "<= 300",
                    resident <= TARGET_MEGABYTES);
            report.note("API, %d logs watched, proportional".formatted(WATCHED), megabytes(api, "Pss:"), "MB");
        } finally {
            watched.forEach(WatchedLog::close);
        }
    }

    private void print(UUID id, int lines) throws IOException {
        Files.writeString(
                workspace.logs().resolve(id + ".log"),
                LINE.repeat(lines),
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private void note(String name, Deployable program) {
        report.note(name + ", resident", megabytes(program, "Rss:"), "MB");
        report.note(name + ", proportional", megabytes(program, "Pss:"), "MB");
    }

    private static double megabytes(Deployable program, String field) {
        try {
            return Files.readAllLines(Path.of("/proc/" + program.pid() + "/smaps_rollup")).stream()
                            .filter(line -> line.startsWith(field))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .findFirst()
                            .orElseThrow()
                    / 1024.0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        workspace.close();
    }
}
