package dev.runner.bench;

import dev.runner.db.embedded.EmbeddedDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
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
    /** A server's compiler is done with the hot path after about this long. */
    private static final Duration WARM_UP = Duration.ofSeconds(16);

    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(3);
    private static final Duration TURN = Duration.ofSeconds(2);
    private static final Duration PACED = Duration.ofSeconds(3);
    private static final int PACED_ROUNDS = 5;
    private static final int ROUNDS = 7;
    private static final int QUEUE_ROUNDS = 25;
    /** For each client in one turn: few, so that the empty queue stays nearly so. */
    private static final int QUEUE_CALLS = 25;

    private final Report report = new Report("Creating jobs, %d clients".formatted(CLIENTS));
    private final Load load = new Load(CLIENTS);

    private CreateBench() {}

    static Report run() throws IOException, SQLException, InterruptedException {
        try (var server = EmbeddedDatabase.temporaryDurable();
                var bench = new CreateBench()) {
            try (var side = Side.start(server, "bench")) {
                bench.latency(side, bench.throughput(side) / 2);
            }
            try (var empty = Side.start(server, "empty_queue");
                    var full = Side.start(server, "long_queue")) {
                bench.longQueue(empty, full);
            }
            return bench.report;
        }
    }

    /** A database with all that creates jobs in it. */
    private record Side(BenchDatabase database, Core core, ApiProcess api, List<Load.Call> direct, List<Load.Call> http)
            implements AutoCloseable {
        static Side start(EmbeddedDatabase server, String name) throws IOException, SQLException {
            var project = Project.here();
            var database = BenchDatabase.create(server, name);
            var core = new Core(database, project, LIMIT);
            var api = ApiProcess.start(database, project, LIMIT);
            var direct = PERSONS.stream().map(core::client).toList();
            return new Side(database, core, api, direct, http(api, core, false));
        }

        List<Load.Call> httpWithKeys() {
            return http(api, core, true);
        }

        private static List<Load.Call> http(ApiProcess api, Core core, boolean keyed) {
            return PERSONS.stream()
                    .map(person -> api.client(person, core.repoId(), keyed))
                    .toList();
        }

        @Override
        public void close() {
            api.close();
            core.close();
        }
    }

    /** Returns how many creates per second go through HTTP. */
    private double throughput(Side side) throws SQLException, InterruptedException {
        side.database().execute(BareInserts.TABLE);
        var keyed = side.httpWithKeys();
        var inserts = new double[ROUNDS];
        var direct = new double[ROUNDS];
        var http = new double[ROUNDS];
        var httpKeyed = new double[ROUNDS];
        try (var bare = new BareInserts(side.database().dataSource(), PERSONS)) {
            say("warming up");
            load.perSecond(bare.clients(), SHORT_WARM_UP);
            load.perSecond(side.direct(), WARM_UP.dividedBy(2));
            load.perSecond(side.http(), WARM_UP);
            load.perSecond(keyed, SHORT_WARM_UP);
            say("measuring throughput");
            for (int i = 0; i < ROUNDS; i++) {
                inserts[i] = turn(side, bare.clients());
                direct[i] = turn(side, side.direct());
                http[i] = turn(side, side.http());
                httpKeyed[i] = turn(side, keyed);
            }
        }
        double baseline = Numbers.median(inserts);
        report.note("bare one-row inserts, committed", baseline, "/s");
        report.note("creates by the core", Numbers.median(direct), "/s");
        report.note("creates through HTTP", Numbers.median(http), "/s");
        report.note("creates through HTTP, with idempotency keys", Numbers.median(httpKeyed), "/s");
        atLeast("core / bare inserts", 100 * Numbers.median(direct) / baseline, 25);
        atLeast("HTTP / bare inserts", 100 * Numbers.median(http) / baseline, 12);
        report.note("HTTP with keys / bare inserts", 100 * Numbers.median(httpKeyed) / baseline, "%");
        return Numbers.median(http);
    }

    private double turn(Side side, List<Load.Call> clients) throws SQLException, InterruptedException {
        side.database().execute("TRUNCATE bare_inserts");
        side.database().clear();
        return load.perSecond(clients, TURN);
    }

    private void latency(Side side, double perSecond) throws SQLException, InterruptedException {
        say("measuring latency");
        var medians = new double[PACED_ROUNDS];
        var p99s = new double[PACED_ROUNDS];
        var slowest = new double[PACED_ROUNDS];
        for (int i = 0; i < PACED_ROUNDS; i++) {
            side.database().clear();
            double[] seconds = load.paced(side.http(), perSecond, PACED);
            medians[i] = Numbers.percentile(seconds, 50);
            p99s[i] = Numbers.percentile(seconds, 99);
            slowest[i] = seconds[seconds.length - 1];
        }
        report.note("load through HTTP for the latencies", perSecond, "/s");
        report.note("a create, median", 1000 * Numbers.median(medians), "ms");
        double p99 = 1000 * Numbers.median(p99s);
        report.add("a create, 99th percentile", p99, "ms", "< 50", p99 < 50);
        report.note("a create, slowest", 1000 * Numbers.median(slowest), "ms");
    }

    private void longQueue(Side empty, Side full) throws SQLException, InterruptedException {
        say("warming up for a long queue");
        // Both alike and by turns: a server that has run longer is faster.
        for (int i = 0; i < WARM_UP.toSeconds(); i++) {
            for (var side : List.of(empty, full)) {
                load.perSecond(side.http(), Duration.ofSeconds(1));
                side.database().clear();
            }
        }
        full.database().queue(WAITING, PERSONS);
        say("measuring with %d jobs waiting".formatted(WAITING));
        compare("core", empty, Side::direct, full);
        compare("HTTP", empty, Side::http, full);
    }

    private void compare(String name, Side empty, Function<Side, List<Load.Call>> clients, Side full)
            throws SQLException, InterruptedException {
        var shortSeconds = new double[QUEUE_ROUNDS];
        var longSeconds = new double[QUEUE_ROUNDS];
        for (int i = 0; i < QUEUE_ROUNDS; i++) {
            empty.database().clear();
            shortSeconds[i] = load.secondsEach(clients.apply(empty), QUEUE_CALLS);
            longSeconds[i] = load.secondsEach(clients.apply(full), QUEUE_CALLS);
        }
        report.note(name + ", a create on an empty queue", 1000 * Numbers.median(shortSeconds), "ms");
        report.note("%s, a create with %d waiting".formatted(name, WAITING), 1000 * Numbers.median(longSeconds), "ms");
        double ratio = Numbers.median(longSeconds) / Numbers.median(shortSeconds);
        report.add(name + ", long queue / empty queue", ratio, "times", "<= 1.3", ratio <= 1.3);
    }

    private void atLeast(String name, double percent, double target) {
        report.add(name, percent, "%", ">= %.0f".formatted(target), percent >= target);
    }

    private static void say(String what) {
        System.out.println(what);
    }

    @Override
    public void close() {
        load.close();
    }
}
