package dev.runner.worker.telemetry;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.config.ConfigException;
import dev.runner.db.Databases;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.metrics.ManagementServer;
import dev.runner.registry.Registry;
import dev.runner.worker.WorkerConfig;
import dev.runner.worker.launcher.RunListener;
import dev.runner.worker.launcher.Worker;
import dev.runner.worker.launcher.WorkerIdentity;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that watches a worker: the log of its moves and, where a port is given, its metrics. */
public final class Telemetry implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Telemetry.class);

    private final MoveLog moves;
    private final @Nullable ManagementServer server;
    private final @Nullable WorkerMetrics metrics;

    private Telemetry(MoveLog moves, @Nullable ManagementServer server, @Nullable WorkerMetrics metrics) {
        this.moves = moves;
        this.server = server;
        this.metrics = metrics;
    }

    /**
     * Ready before the worker, so that nothing it does goes unseen.
     *
     * @throws ConfigException when the address for metrics cannot be served on
     */
    public static Telemetry start(
            WorkerConfig config, WorkerIdentity identity, HikariDataSource pool, Registry whitelist) {
        var moves = new MoveLog(identity.id());
        var address = config.management();
        if (address == null) {
            return new Telemetry(moves, null, null);
        }
        try {
            var diagnostics = new Diagnostics(Databases.dsl(pool));
            var server = new ManagementServer(diagnostics, address.host(), address.port());
            pool.setMetricRegistry(server.registry());
            LOG.atInfo()
                    .addKeyValue("worker_id", identity.id())
                    .log("metrics on http://{}:{}/metrics", address.host(), server.port());
            return new Telemetry(
                    moves, server, new WorkerMetrics(server.registry(), identity, config.launcher(), whitelist));
        } catch (IOException e) {
            throw new ConfigException(List.of("RUNNER_MANAGEMENT_HOST and RUNNER_WORKER_MANAGEMENT_PORT name an address"
                    + " (%s, %d) that is taken or not of this machine: %s"
                            .formatted(address.host(), address.port(), e.getMessage())));
        }
    }

    public RunListener listener() {
        return metrics == null ? moves : new Listeners(List.of(moves, metrics));
    }

    /** Adds what only the running worker knows. */
    public void observe(Worker worker) {
        if (metrics != null) {
            metrics.observe(worker);
        }
    }

    /** Where metrics are served; -1 for nowhere. */
    public int port() {
        return server == null ? -1 : server.port();
    }

    @Override
    public void close() {
        if (server != null) {
            server.close();
        }
    }
}
