package dev.runner.api.scripts;

import dev.runner.api.http.Access;
import dev.runner.api.http.Fields;
import dev.runner.api.http.Json;
import dev.runner.api.http.Problem;
import dev.runner.api.http.Query;
import dev.runner.api.http.RequestBody;
import dev.runner.api.http.Resource;
import dev.runner.registry.NormalisedArguments;
import dev.runner.registry.Registry;
import dev.runner.registry.Script;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;

/**
 * Shows what would be run, before it is. Checked and put together by the script itself, as the worker does it: a preview
 * made in any other way would be a guess.
 */
public final class CommandPreview implements Resource {
    private final Registry registry;

    public CommandPreview(Registry registry) {
        this.registry = registry;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.post("/api/runner/scripts/{script_key}/command", this::preview, Access.PERSON);
    }

    private record View(List<String> argv) {}

    private void preview(Context ctx) {
        new Query(ctx).finish();
        Script script = registry.find(ctx.pathParam("script_key")).orElseThrow(() -> Problem.notFound("script"));
        Fields fields = RequestBody.required(ctx);
        NormalisedArguments arguments = RequestArguments.read(script, fields.json("args"), fields);
        fields.finish();
        if (arguments == null) {
            throw new IllegalStateException("an unusable request was not refused");
        }
        Json.answer(ctx, 200, new View(script.commandLine(arguments)));
    }
}
