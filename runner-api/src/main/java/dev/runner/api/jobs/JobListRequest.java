package dev.runner.api.jobs;

import dev.runner.api.http.Query;
import dev.runner.job.JobFilter;
import dev.runner.job.JobStatus;
import dev.runner.registry.Registry;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.stream.Collectors;

/** The query of {@code GET /jobs}. */
record JobListRequest(JobFilter filter, int limit, long offset) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 200;

    static JobListRequest read(Context ctx, Registry registry) {
        var query = new Query(ctx);
        var statuses = EnumSet.noneOf(JobStatus.class);
        for (String text : query.several("status")) {
            JobStatus.find(text).ifPresentOrElse(statuses::add, () -> query.problem("status", "is unknown", allowed()));
        }
        var filter = JobFilters.read(query, statuses, registry);
        int limit = (int) query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        long offset = query.number("offset", 0, 0, Integer.MAX_VALUE);
        query.finish();
        return new JobListRequest(filter, limit, offset);
    }

    private static String allowed() {
        return Arrays.stream(JobStatus.values()).map(JobStatus::text).collect(Collectors.joining(", "));
    }
}
