package dev.runner.api.stats;

import dev.runner.api.http.Access;
import dev.runner.api.http.Json;
import dev.runner.api.http.Query;
import dev.runner.api.http.Resource;
import dev.runner.stats.StatsCache;
import dev.runner.stats.StatsRange;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code GET /api/runner/stats}. */
public final class StatsResource implements Resource {
    private static final StatsRange DEFAULT = StatsRange.DAY;
    private static final int MAX_TEXT = 255;

    private final StatsCache stats;

    public StatsResource(StatsCache stats) {
        this.stats = stats;
    }

    @Override
    public void addTo(RoutesConfig routes) {
        routes.get("/api/runner/stats", this::read, Access.PERSON);
    }

    private void read(Context ctx) {
        var query = new Query(ctx);
        StatsRange range = range(query);
        String scriptKey = query.text("script_key", MAX_TEXT);
        query.finish();
        Json.answer(ctx, 200, stats.read(range, scriptKey));
    }

    private static StatsRange range(Query query) {
        String text = query.text("range", MAX_TEXT);
        Optional<StatsRange> range = text == null ? Optional.of(DEFAULT) : StatsRange.find(text);
        if (range.isEmpty()) {
            query.problem(
                    "range",
                    "is unknown",
                    Arrays.stream(StatsRange.values()).map(StatsRange::text).collect(Collectors.joining(", ")));
        }
        return range.orElse(DEFAULT);
    }
}
