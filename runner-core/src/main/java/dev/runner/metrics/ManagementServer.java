package dev.runner.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.runner.diagnostics.Diagnostics;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Answers {@code GET /metrics}, and nothing else, to whoever can reach its port. */
public final class ManagementServer implements AutoCloseable {
    private final ProcessMetrics process = new ProcessMetrics();
    private final InstallationMetrics installation;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /** Serves from now on; {@code port} 0 lets the system choose. */
    public ManagementServer(Diagnostics diagnostics, String host, int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(host, port), 0);
        installation = new InstallationMetrics(diagnostics, process.registry());
        server.createContext("/metrics", this::scrape);
        server.setExecutor(executor);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Where others add what they measure. */
    public MeterRegistry registry() {
        return process.registry();
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
            // The database is asked first, because the second part tells whether it answered.
            String totals = installation.scrape();
            byte[] body = (totals + process.registry().scrape()).getBytes(StandardCharsets.UTF_8);
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
        installation.close();
        process.close();
    }
}
