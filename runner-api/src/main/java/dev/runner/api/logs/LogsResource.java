package dev.runner.api.logs;

import dev.runner.api.http.Access;
import dev.runner.api.http.FieldProblem;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.api.http.Texts;
import dev.runner.job.Job;
import dev.runner.job.JobStore;
import dev.runner.log.LogError;
import dev.runner.log.LogRows;
import dev.runner.log.LogSearch;
import dev.runner.log.PageOutcome;
import dev.runner.log.RedactedLog;
import dev.runner.log.RowQuery;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a job printed. A job that has not printed anything yet has an empty log, not a missing one. */
public final class LogsResource implements Resource {
    private static final String LOGS = "/api/runner/jobs/{job_id}/logs";
    private static final int DEFAULT_LIMIT = 16_384;
    private static final int MAX_LIMIT = 131_072;
    /** What a browser's number holds exactly (2^53 - 1). */
    private static final long MAX_OFFSET = 9_007_199_254_740_991L;

    private static final int DEFAULT_ROWS = 200;
    private static final String ONE_PLACE = "one of row, line, offset and tail";

    private static final int DEFAULT_HITS = 50;
    private static final int MAX_HITS = 200;
    /** One request reads at most this much; the answer says where to go on. */
    private static final long MAX_SCAN = 256L << 20;

    private final JobStore jobs;
    private final JobLogs logs;

    public LogsResource(JobStore jobs, JobLogs logs) {
        this.jobs = jobs;
        this.logs = logs;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get(LOGS, this::page, Access.PERSON);
        routes.get(LOGS + "/rows", this::rows, Access.PERSON);
        routes.get(LOGS + "/download", this::download, Access.PERSON);
        routes.get(LOGS + "/search", this::search, Access.PERSON);
        routes.get(LOGS + "/first-error", this::firstError, Access.PERSON);
    }

    private void page(Context ctx) throws IOException {
        var query = new Query(ctx);
        long offset = query.number("offset", 0, 0, MAX_OFFSET);
        int limit = (int) query.number("limit", DEFAULT_LIMIT, RedactedLog.MIN_LIMIT, MAX_LIMIT);
        query.finish();
        Job job = find(ctx);
        switch (log(job).page(offset, limit, job.status().isTerminal())) {
            case PageOutcome.Page page ->
                Json.answer(
                        ctx,
                        200,
                        new PageView(job.id(), page.offset(), page.nextOffset(), page.complete(), page.content()));
            case PageOutcome.OffsetInsideCharacter inside ->
                throw Problem.invalid(List.of(new FieldProblem(
                        "offset", "is inside a character", "0, or the next_offset of an earlier page")));
        }
    }

    private void rows(Context ctx) throws IOException {
        RowQuery wanted = rowQuery(new Query(ctx));
        Job job = find(ctx);
        boolean finished = job.status().isTerminal();
        LogRows found = log(job).rows(wanted, finished);
        Json.answer(
                ctx,
                200,
                new RowsView(
                        job.id(), found.rows(), found.totalRows(), found.totalLines(), found.endOffset(), finished));
    }

    private static RowQuery rowQuery(Query query) {
        var places = new ArrayList<RowQuery>();
        var names = new ArrayList<String>();
        int limit = (int) query.number("limit", DEFAULT_ROWS, 1, RowQuery.MAX_ROWS);
        for (RowQuery.From from : List.of(RowQuery.From.ROW, RowQuery.From.LINE, RowQuery.From.OFFSET)) {
            String name = from.name().toLowerCase(Locale.ROOT);
            long value = query.number(name, -1, 0, MAX_OFFSET);
            if (value >= 0) {
                places.add(new RowQuery(from, value, limit));
                names.add(name);
            }
        }
        int tail = (int) query.number("tail", -1, 1, RowQuery.MAX_ROWS);
        if (tail > 0) {
            places.add(RowQuery.tail(tail));
            names.add("tail");
        }
        for (String name : names.stream().skip(1).toList()) {
            query.problem(name, "cannot be combined with " + names.getFirst(), ONE_PLACE);
        }
        query.finish();
        return places.isEmpty() ? new RowQuery(RowQuery.From.ROW, 0, limit) : places.getFirst();
    }

    private void download(Context ctx) throws IOException {
        new Query(ctx).finish();
        Job job = find(ctx);
        // Opened once before anything is promised: a log that cannot be read must be a problem, not an attachment.
        log(job).page(0, RedactedLog.MIN_LIMIT, job.status().isTerminal());
        ctx.contentType("text/plain; charset=utf-8")
                .header("Content-Disposition", "attachment; filename=\"%s.log\"".formatted(job.id()));
        log(job).download(0, ctx.res().getOutputStream(), job.status().isTerminal());
    }

    private void search(Context ctx) throws IOException {
        var query = new Query(ctx);
        String text = query.text("q", LogSearch.MAX_TEXT);
        if (text == null) {
            query.problem("q", "is missing", "a text of 1 to %d characters".formatted(LogSearch.MAX_TEXT));
        }
        boolean ignoreCase = query.flag("ignore_case", true);
        long offset = query.number("offset", 0, 0, MAX_OFFSET);
        int limit = (int) query.number("limit", DEFAULT_HITS, 1, MAX_HITS);
        query.finish();
        if (text == null) {
            throw new IllegalStateException("a search without text was not refused");
        }
        Job job = find(ctx);
        LogSearch.Result result = log(job).search(
                        new LogSearch(text, ignoreCase, offset, limit, MAX_SCAN),
                        job.status().isTerminal());
        Json.answer(ctx, 200, new SearchView(job.id(), result.hits(), result.nextOffset(), result.complete()));
    }

    private void firstError(Context ctx) throws IOException {
        var query = new Query(ctx);
        long offset = query.number("offset", 0, 0, MAX_OFFSET);
        query.finish();
        Job job = find(ctx);
        LogError found = log(job).firstError(offset, MAX_SCAN, job.status().isTerminal());
        Json.answer(ctx, 200, new ErrorView(job.id(), found.hit(), found.nextOffset(), found.complete()));
    }

    private Job find(Context ctx) {
        UUID id = Texts.uuid(ctx.pathParam("job_id"));
        if (id == null) {
            throw Problem.notFound("job");
        }
        return jobs.find(id).orElseThrow(() -> Problem.notFound("job"));
    }

    private RedactedLog log(Job job) {
        return logs.of(job.id());
    }

    private record PageView(UUID jobId, long offset, long nextOffset, boolean isComplete, String content) {}

    private record SearchView(UUID jobId, List<LogSearch.Hit> hits, long nextOffset, boolean isComplete) {}

    private record RowsView(
            UUID jobId, List<LogRows.Row> rows, long totalRows, long totalLines, long endOffset, boolean isComplete) {}

    private record ErrorView(UUID jobId, LogSearch.@Nullable Hit hit, long nextOffset, boolean isComplete) {}
}
