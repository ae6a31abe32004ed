package dev.runner.bench;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.db.embedded.EmbeddedDatabase;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.job.JobFilter;
import dev.runner.job.JobList;
import dev.runner.job.JobStatus;
import dev.runner.job.WaitingReasons;
import dev.runner.stats.StatsRange;
import dev.runner.stats.StatsStore;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How long those wait who look: statistics, run lists, reasons to wait and diagnostics, with very many jobs in the table.
 * Asked of the core, without the cache that statistics have in the API. Figures are medians.
 */
final class StatsBench {
    private static final int WAITING = 200_000;
    private static final int FINISHED = 1_000_000;
    private static final int WARM_UP = 3;
    private static final int ROUNDS = 15;
    private static final double DAY_TARGET = 150;
    private static final double MONTH_TARGET = 600;
    private static final double LIST_TARGET = 300;
    /** A text may be anywhere, and the total on the page is exact: every row is looked at. */
    private static final double TEXT_TARGET = 500;

    private static final int PAGE = 50;

    private final Report report =
            new Report("Looking at %,d waiting and %,d finished jobs".formatted(WAITING, FINISHED));

    private StatsBench() {}

    static Report run() throws IOException, SQLException {
        try (var server = EmbeddedDatabase.temporaryDurable()) {
            var database = BenchDatabase.create(server, "stats");
            try (HikariDataSource pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench")) {
                DSLContext dsl = Databases.dsl(pool);
                System.out.println("filling a table");
                UUID repo = new ManyJobs(dsl).fill(Databases.dsl(database.dataSource()), WAITING, FINISHED);
                System.out.println("measuring");
                var bench = new StatsBench();
                bench.statistics(new StatsStore(dsl));
                bench.lists(new JobList(dsl), repo);
                bench.others(dsl);
                return bench.report;
            }
        }
    }

    private void statistics(StatsStore store) {
        for (StatsRange range : StatsRange.values()) {
            String name = "statistics, " + range.text();
            double millis = millis(() -> store.read(range, null));
            if (range == StatsRange.DAY) {
                below(name, millis, DAY_TARGET);
            } else if (range == StatsRange.MONTH) {
                below(name, millis, MONTH_TARGET);
            } else {
                report.note(name, millis, "ms");
            }
        }
        report.note("statistics, 30d, one script", millis(() -> store.read(StatsRange.MONTH, "nb.stage")), "ms");
        report.note("finished jobs in 24h", finished(store, StatsRange.DAY), "");
        report.note("finished jobs in 30d", finished(store, StatsRange.MONTH), "");
    }

    private static double finished(StatsStore store, StatsRange range) {
        return (double) store.read(range, null).totals().finished();
    }

    private void lists(JobList list, UUID repo) {
        list(list, "no filter", JobFilter.ANY);
        for (JobStatus status : List.of(JobStatus.QUEUED, JobStatus.RUNNING, JobStatus.SUCCESS, JobStatus.FAILED)) {
            list(list, "status " + status.text(), filter(Set.of(status), null, null, null, null, null));
        }
        list(list, "repo", filter(Set.of(), repo, null, null, null, null));
        list(list, "script", filter(Set.of(), null, "nb.stage", null, null, null));
        list(list, "person", filter(Set.of(), null, null, "person7", null, null));
        list(list, "text that many hold", filter(Set.of(), null, null, null, "stage", null));
        list(list, "text that some hold", filter(Set.of(), null, null, null, "person77", null));
        list(list, "text that nobody holds", filter(Set.of(), null, null, null, "no such text", null));
        Instant lately = Instant.now().minus(Duration.ofDays(7));
        list(list, "created within a week", filter(Set.of(), null, null, null, null, lately));
    }

    private void list(JobList list, String name, JobFilter filter) {
        double target = filter.text() == null ? LIST_TARGET : TEXT_TARGET;
        below("list, " + name, millis(() -> list.page(filter, PAGE, 0)), target);
    }

    private static JobFilter filter(
            Set<JobStatus> statuses,
            @Nullable UUID repo,
            @Nullable String script,
            @Nullable String person,
            @Nullable String text,
            @Nullable Instant from) {
        return new JobFilter(statuses, repo, script, person, text, List.of(), from, null);
    }

    private void others(DSLContext dsl) {
        var reasons = new WaitingReasons(dsl, Project.here().registry());
        var queued = new JobList(dsl)
                .page(filter(Set.of(JobStatus.QUEUED), null, null, null, null, null), PAGE, 0)
                .jobs();
        below("why %d jobs wait".formatted(PAGE), millis(() -> reasons.of(queued)), LIST_TARGET);
        var diagnostics = new Diagnostics(dsl);
        below("diagnostics", millis(diagnostics::read), LIST_TARGET);
    }

    private void below(String name, double millis, double target) {
        report.add(name, millis, "ms", "< %.0f".formatted(target), millis < target);
    }

    private static double millis(Runnable question) {
        for (int i = 0; i < WARM_UP; i++) {
            question.run();
        }
        var millis = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            long started = System.nanoTime();
            question.run();
            millis[i] = (System.nanoTime() - started) / 1e6;
        }
        return Numbers.median(millis);
    }
}
