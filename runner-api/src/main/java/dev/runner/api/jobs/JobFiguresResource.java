package dev.runner.api.jobs;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.job.JobCounts;
import dev.runner.job.JobFilter;
import dev.runner.job.JobStatus;
import dev.runner.job.People;
import dev.runner.registry.Registry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What stands around a list of jobs: how many there are of each status, and whose they could be. */
public final class JobFiguresResource implements Resource {
    private static final int MAX_PEOPLE = 500;

    private final Registry registry;
    private final JobCounts counts;
    private final People people;

    public JobFiguresResource(Registry registry, JobCounts counts, People people) {
        this.registry = registry;
        this.counts = counts;
        this.people = people;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/runner/job-counts", this::count, Access.PERSON);
        routes.get("/api/runner/people", this::people, Access.PERSON);
    }

    private record CountsView(Map<String, Long> counts, long total) {}

    private record PeopleView(List<String> items) {}

    private void count(Context ctx) {
        var query = new Query(ctx);
        JobFilter filter = JobFilters.read(query, Set.of(), registry);
        query.finish();
        Map<JobStatus, Long> byStatus = counts.matching(filter);
        var view = new LinkedHashMap<String, Long>();
        byStatus.forEach((status, number) -> view.put(status.text(), number));
        long total = byStatus.values().stream().mapToLong(Long::longValue).sum();
        Json.answer(ctx, 200, new CountsView(view, total));
    }

    private void people(Context ctx) {
        new Query(ctx).finish();
        Json.answer(ctx, 200, new PeopleView(people.names(MAX_PEOPLE)));
    }
}
