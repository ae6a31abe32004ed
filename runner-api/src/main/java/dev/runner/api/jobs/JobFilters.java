package dev.runner.api.jobs;

import dev.runner.api.http.Query;
import dev.runner.job.JobFilter;
import dev.runner.job.JobStatus;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parameters that narrow a list of jobs, and the figures about one: the same, so that both speak of the same jobs. */
final class JobFilters {
    private static final int MAX_TEXT = 255;

    private JobFilters() {}

    static JobFilter read(Query query, Set<JobStatus> statuses, Registry registry) {
        String text = query.text("q", MAX_TEXT);
        return new JobFilter(
                statuses,
                query.uuid("repo_id"),
                query.text("script_key", MAX_TEXT),
                query.text("requested_by", MAX_TEXT),
                text,
                labelled(registry, text),
                query.instant("created_from"),
                query.instant("created_to"));
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
