package dev.runner.api.jobs;

import dev.runner.api.http.Query;
import dev.runner.job.JobFilter;
import dev.runner.job.JobStatus;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The query of {@code GET /jobs}. */
record JobListRequest(JobFilter filter, int limit, long offset) {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 200;
    private static final int MAX_TEXT = 255;

    static JobListRequest read(Context ctx, Registry registry) {
        var query = new Query(ctx);
        var statuses = EnumSet.noneOf(JobStatus.class);
        for (String text : query.several("status")) {
            JobStatus.find(text).ifPresentOrElse(statuses::add, () -> query.problem("status", "is unknown", allowed()));
        }
        String text = query.text("q", MAX_TEXT);
        var filter = new JobFilter(
                statuses,
                query.uuid("repo_id"),
                query.text("script_key", MAX_TEXT),
                query.text("requested_by", MAX_TEXT),
                text,
                labelled(registry, text),
                query.instant("created_from"),
                query.instant("created_to"));
        int limit = (int) query.number("limit", DEFAULT_LIMIT, 1, MAX_LIMIT);
        long offset = query.number("offset", 0, 0, Integer.MAX_VALUE);
        query.finish();
        return new JobListRequest(filter, limit, offset);
    }

    private static String allowed() {
        return Arrays.stream(JobStatus.values()).map(JobStatus::text).collect(Collectors.joining(", "));
    }

    private static List<String> labelled(Registry registry, @Nullable String text) {
        if (text == null) {
            return List.of();
        }
        String wanted = text.toLowerCase(Locale.ROOT);
        return registry.scripts().stream()
                .filter(script -> script.label().toLowerCase(Locale.ROOT).contains(wanted))
                .map(Script::key)
                .toList();
    }
}
