package dev.runner.api.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.runner.diagnostics.Diagnostics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers {@code GET /metrics}, and nothing else, to whoever can reach its port. */
public final class ManagementServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ManagementServer.class);

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JobMetrics jobMetrics = new JobMetrics();
    private final JvmGcMetrics gc = new JvmGcMetrics();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Diagnostics diagnostics;
    private final HttpServer server;

    public ManagementServer(Diagnostics diagnostics, String host, int port) throws IOException {
        this.diagnostics = diagnostics;
        jobMetrics.bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        gc.bindTo(registry);
        server = HttpServer.create(new InetSocketAddress(host, port), 0);
        server.createContext("/metrics", this::scrape);
        server.setExecutor(executor);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where others add what they measure. */
    public PrometheusMeterRegistry registry() {
        return registry;
    }

    private void scrape(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean head = exchange.getRequestMethod().equals("HEAD");
            // A context also takes every path that begins like it.
            if (!exchange.getRequestURI().getPath().equals("/metrics")) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            if (!head && !exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                exchange.sendResponseHeaders(405, -1);
                return;
            }
            try {
                jobMetrics.update(diagnostics.totals());
            } catch (RuntimeException e) {
                // Stale totals would look like a quiet queue; a failed scrape raises the alarm that is due.
                log.warn("metrics not served, the database does not answer: {}", e.getMessage());
                exchange.sendResponseHeaders(503, -1);
                return;
            }
            byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
            exchange.sendResponseHeaders(200, head ? -1 : body.length);
            if (!head) {
                exchange.getResponseBody().write(body);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.close();
        gc.close();
        registry.close();
    }
}
