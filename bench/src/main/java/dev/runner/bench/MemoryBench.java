package dev.runner.bench;

import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/** How much memory the two programs take, with nothing to do and with two hundred jobs running. No target: to be known. */
final class MemoryBench implements AutoCloseable {
    private static final int JOBS = 200;
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
                bench.running(new BenchJobs(Databases.dsl(pool), bench.workspace.repo()), client);
                bench.note("API, %d running jobs, lists and logs read".formatted(JOBS), api);
                bench.note("worker, %d running jobs".formatted(JOBS), worker);
            }
            return bench.report;
        }
    }

    private void running(BenchJobs jobs, ApiClient client) throws IOException, InterruptedException {
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
