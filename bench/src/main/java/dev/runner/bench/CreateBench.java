package dev.runner.bench;

import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * How fast jobs are created by eight clients, through HTTP and by the core itself, compared with bare inserts into the
 * same server; and whether a long queue makes it slower. Everything is measured in short turns, one after the other and
 * again, so that whatever else the machine does meets all alike; figures are medians.
 */
final class CreateBench implements AutoCloseable {
    private static final int CLIENTS = 8;
    private static final List<String> PERSONS =
            IntStream.range(0, CLIENTS).mapToObj(i -> "person" + i).toList();
    private static final int LIMIT = 100_000;
    private static final int WAITING = 50_000;
    private static final Duration WARM_UP = Duration.ofSeconds(5);
    private static final Duration TURN = Duration.ofSeconds(2);
    private static final Duration PACED = Duration.ofSeconds(10);
    private static final int ROUNDS = 7;
    private static final int QUEUE_ROUNDS = 25;
    /** For each client in one turn: few, so that the empty queue stays nearly so. */
    private static final int QUEUE_CALLS = 25;

    private final Report report = new Report("Creating jobs, %d clients".formatted(CLIENTS));
    private final Load load = new Load(CLIENTS);
    private final Side empty;
    private final Side waiting;

    private CreateBench(EmbeddedDatabase server) throws IOException, SQLException {
        var project = Project.here();
        empty = Side.start(BenchDatabase.create(server, "empty_queue"), project);
        waiting = Side.start(BenchDatabase.create(server, "long_queue"), project);
    }

    /** A database with all that creates jobs in it. */
    private record Side(
            BenchDatabase database, Core core, ApiProcess api, List<Load.Call> direct, List<Load.Call> http) {
        static Side start(BenchDatabase database, Project project) throws IOException {
            var core = new Core(database, project, LIMIT);
            var api = ApiProcess.start(database, project, LIMIT);
            return new Side(
                    database,
                    core,
                    api,
                    PERSONS.stream().map(core::client).toList(),
                    PERSONS.stream()
                            .map(person -> api.client(person, core.repoId(), false))
                            .toList());
        }

        void close() {
            api.close();
            core.close();
        }
    }

    static Report run() throws IOException, SQLException, InterruptedException {
        say("starting a PostgreSQL server and two API servers");
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new CreateBench(server)) {
            double perSecond = bench.throughput();
            bench.latency(perSecond / 2);
            bench.longQueue();
            return bench.report;
        }
    }

    /** Returns how many creates per second go through HTTP. */
    private double throughput() throws SQLException, InterruptedException {
        empty.database().execute(BareInserts.TABLE);
        var keyed = PERSONS.stream()
                .map(person -> empty.api().client(person, empty.core().repoId(), true))
                .toList();
        var inserts = new double[ROUNDS];
        var direct = new double[ROUNDS];
        var http = new double[ROUNDS];
        var httpKeyed = new double[ROUNDS];
        try (var bare = new BareInserts(empty.database().dataSource(), PERSONS)) {
            say("warming up");
            for (var clients : List.of(bare.clients(), empty.direct(), empty.http(), keyed)) {
                load.perSecond(clients, WARM_UP);
            }
            say("measuring throughput");
            for (int i = 0; i < ROUNDS; i++) {
                inserts[i] = turn(bare.clients());
                direct[i] = turn(empty.direct());
                http[i] = turn(empty.http());
                httpKeyed[i] = turn(keyed);
            }
        }
        double baseline = median(inserts);
        report.note("bare one-row inserts, committed", baseline, "/s");
        report.note("creates by the core", median(direct), "/s");
        report.note("creates through HTTP", median(http), "/s");
        report.note("creates through HTTP, with idempotency keys", median(httpKeyed), "/s");
        atLeast("core / bare inserts", 100 * median(direct) / baseline, 25);
        atLeast("HTTP / bare inserts", 100 * median(http) / baseline, 12);
        report.note("HTTP with keys / bare inserts", 100 * median(httpKeyed) / baseline, "%");
        return median(http);
    }

    private double turn(List<Load.Call> clients) throws SQLException, InterruptedException {
        empty.database().execute("TRUNCATE bare_inserts");
        empty.database().clear();
        return load.perSecond(clients, TURN);
    }

    private void latency(double perSecond) throws SQLException, InterruptedException {
        say("measuring latency");
        empty.database().clear();
        double[] seconds = load.paced(empty.http(), perSecond, PACED);
        report.note("load through HTTP for the latencies", perSecond, "/s");
        report.note("a create, median", 1000 * percentile(seconds, 50), "ms");
        double p99 = 1000 * percentile(seconds, 99);
        report.add("a create, 99th percentile", p99, "ms", "< 50", p99 < 50);
        report.note("a create, slowest", 1000 * seconds[seconds.length - 1], "ms");
    }

    private void longQueue() throws SQLException, InterruptedException {
        say("filling a queue");
        waiting.database().queue(WAITING, PERSONS);
        for (var clients : List.of(waiting.direct(), waiting.http())) {
            load.perSecond(clients, WARM_UP);
        }
        say("measuring with %d jobs waiting".formatted(WAITING));
        compare("core", empty.direct(), waiting.direct());
        compare("HTTP", empty.http(), waiting.http());
    }

    private void compare(String name, List<Load.Call> onEmpty, List<Load.Call> onLong)
            throws SQLException, InterruptedException {
        var shortSeconds = new double[QUEUE_ROUNDS];
        var longSeconds = new double[QUEUE_ROUNDS];
        for (int i = 0; i < QUEUE_ROUNDS; i++) {
            empty.database().clear();
            shortSeconds[i] = load.secondsEach(onEmpty, QUEUE_CALLS);
            longSeconds[i] = load.secondsEach(onLong, QUEUE_CALLS);
        }
        report.note(name + ", a create on an empty queue", 1000 * median(shortSeconds), "ms");
        report.note("%s, a create with %d waiting".formatted(name, WAITING), 1000 * median(longSeconds), "ms");
        double ratio = median(longSeconds) / median(shortSeconds);
        report.add(name + ", long queue / empty queue", ratio, "times", "<= 1.3", ratio <= 1.3);
    }

    private void atLeast(String name, double percent, double target) {
        report.add(name, percent, "%", ">= %.0f".formatted(target), percent >= target);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return percentile(sorted, 50);
    }

    private static double percentile(double[] sorted, int percent) {
        return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
    }

    private static void say(String what) {
        System.out.println(what);
    }

    @Override
    public void close() {
        load.close();
        empty.close();
        waiting.close();
    }
}
