package dev.runner.api.health;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.diagnostics.HealthCheck;
import dev.runner.diagnostics.OwnProgram;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;
import org.jooq.exception.DataAccessException;

/**
 * What a load balancer asks, and what an operator does. Alive: the process answers. Ready: its database does, too.
 */
public final class HealthResource implements Resource {
    private final Diagnostics diagnostics;
    private final OwnProgram own;
    private final HealthCheck check;

    public HealthResource(Diagnostics diagnostics, OwnProgram own) {
        this.diagnostics = diagnostics;
        this.own = own;
        this.check = new HealthCheck(own);
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/healthz", HealthResource::alive, Access.PUBLIC);
        routes.get("/readyz", this::ready, Access.PUBLIC);
        // Many load balancers ask with HEAD, which the framework would answer by itself and with 200 whatever happens.
        routes.head("/healthz", HealthResource::alive, Access.PUBLIC);
        routes.head("/readyz", this::ready, Access.PUBLIC);
        routes.get("/api/runner/diagnostics", this::picture, Access.PERSON);
    }

    private void picture(Context ctx) {
        new Query(ctx).finish();
        var picture = diagnostics.read();
        Json.answer(ctx, 200, DiagnosticsView.of(own, picture, check.problems(picture)));
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
