package dev.runner.api.health;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.diagnostics.Diagnostics;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import org.jooq.exception.DataAccessException;

/** What a load balancer asks. Alive: the process answers. Ready: its database does, too. */
public final class HealthResource implements Resource {
    private final Diagnostics diagnostics;

    public HealthResource(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/healthz", HealthResource::alive, Access.PUBLIC);
        routes.get("/readyz", this::ready, Access.PUBLIC);
        // Many load balancers ask with HEAD, which the framework would answer by itself and with 200 whatever happens.
        routes.head("/healthz", HealthResource::alive, Access.PUBLIC);
        routes.head("/readyz", this::ready, Access.PUBLIC);
        routes.get(
                "/api/runner/diagnostics",
                ctx -> {
                    new Query(ctx).finish();
                    Json.answer(ctx, 200, diagnostics.read());
                },
                Access.PERSON);
    }

    private static void alive(Context ctx) {
        Json.answer(ctx, 200, Map.of("status", "ok"));
    }

    private void ready(Context ctx) {
        String schema;
        try {
            schema = diagnostics.schemaVersion();
        } catch (DataAccessException e) {
            throw Problem.of(503, "not_ready", "The database does not answer.");
        }
        Json.answer(ctx, 200, Map.of("status", "ok", "schema_version", schema));
    }
}
