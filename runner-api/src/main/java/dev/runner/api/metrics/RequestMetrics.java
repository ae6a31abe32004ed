package dev.runner.api.metrics;

import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.RequestLogger;
import io.javalin.router.Endpoint;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Times every request by method, route and status. The route is the pattern, never the path, and what matches no route is
 * one series: a client must not be able to make new ones.
 */
public final class RequestMetrics implements RequestLogger {
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;

    public RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public void handle(Context ctx, Float milliseconds) {
        @Nullable Endpoint matched = ctx.endpoints().matchedHttpEndpoint();
        Timer.builder("http_server_requests")
                .description("Requests answered, by route")
                .tag(
                        "method",
                        HandlerType.commonHttp().contains(ctx.method())
                                ? ctx.method().name()
                                : "other")
                .tag("uri", matched == null ? "none" : matched.path)
                .tag("status", Integer.toString(ctx.status().getCode()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry)
                .record(Duration.ofNanos((long) (milliseconds * 1_000_000)));
    }
}
