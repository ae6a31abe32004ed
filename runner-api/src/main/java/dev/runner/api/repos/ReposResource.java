package dev.runner.api.repos;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.repo.Repo;
import dev.runner.repo.Repos;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;

/** The repos a run can be asked for. */
public final class ReposResource implements Resource {
    private final Repos repos;

    public ReposResource(Repos repos) {
        this.repos = repos;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/runner/repos", this::list, Access.PERSON);
    }

    private void list(Context ctx) {
        new Query(ctx).finish();
        List<Repo> enabled = repos.enabled();
        Json.answer(ctx, 200, new ListView(enabled, enabled.size()));
    }

    private record ListView(List<Repo> items, int total) {}
}
