package dev.runner.api.scripts;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.registry.Registry;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;

/** Everything on the whitelist. */
public final class ScriptsResource implements Resource {
    private final ListView all;

    public ScriptsResource(Registry registry, int defaultTimeoutSeconds) {
        List<ScriptView> scripts = registry.scripts().stream()
                .map(script -> ScriptView.of(script, defaultTimeoutSeconds))
                .toList();
        this.all = new ListView(scripts, scripts.size());
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/runner/scripts", this::list, Access.PERSON);
    }

    private void list(Context ctx) {
        new Query(ctx).finish();
        Json.answer(ctx, 200, all);
    }

    private record ListView(List<ScriptView> items, int total) {}
}
