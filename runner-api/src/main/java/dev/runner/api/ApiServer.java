package dev.runner.api;

import com.zaxxer.hikari.HikariDataSource;
import dev.runner.api.auth.Auth;
import dev.runner.api.health.HealthResource;
import dev.runner.api.http.JettyErrors;
import dev.runner.api.http.ProblemAnswers;
import dev.runner.api.http.Resource;
import dev.runner.api.jobs.JobFiguresResource;
import dev.runner.api.jobs.JobRequests;
import dev.runner.api.jobs.JobsResource;
import dev.runner.api.logs.JobLogs;
import dev.runner.api.logs.LogsResource;
import dev.runner.api.metrics.RequestMetrics;
import dev.runner.api.openapi.OpenApiResource;
import dev.runner.api.repos.ReposResource;
import dev.runner.api.scripts.CommandPreview;
import dev.runner.api.scripts.ScriptsResource;
import dev.runner.api.stats.StatsResource;
import dev.runner.api.stream.LogStreams;
import dev.runner.api.stream.StreamTimes;
import dev.runner.api.web.WebFolder;
import dev.runner.api.web.WebResource;
import dev.runner.db.Databases;
import dev.runner.db.migration.Migrations;
import dev.runner.diagnostics.Diagnostics;
import dev.runner.diagnostics.OwnProgram;
import dev.runner.job.JobCounts;
import dev.runner.job.JobCreation;
import dev.runner.job.JobList;
import dev.runner.job.JobMoves;
import dev.runner.job.JobStore;
import dev.runner.job.People;
import dev.runner.job.WaitingReasons;
import dev.runner.metrics.ManagementServer;
import dev.runner.queue.QueueSignal;
import dev.runner.registry.Registry;
import dev.runner.repo.Repos;
import dev.runner.stats.StatsCache;
import dev.runner.stats.StatsStore;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.jooq.DSLContext;

/** One replica, assembled and started. It keeps nothing that another replica would miss. */
public final class ApiServer implements AutoCloseable {
    /** Connections that may wait to be accepted. The default of 50 turns clients away when a thousand come at once. */
    private static final int BACKLOG = 1024;

    private final HikariDataSource pool;
    private final QueueSignal signal;
    private final ManagementServer management;
    private final LogStreams streams;
    private final Javalin javalin;

    private ApiServer(
            HikariDataSource pool,
            QueueSignal signal,
            ManagementServer management,
            LogStreams streams,
            Javalin javalin) {
        this.pool = pool;
        this.signal = signal;
        this.management = management;
        this.streams = streams;
        this.javalin = javalin;
    }

    /** Starts serving; the checks of a start were made before. */
    public static ApiServer start(ApiConfig config, Registry registry) throws IOException {
        return start(config, registry, StreamTimes.STANDARD);
    }

    /** With streams that do what is due sooner, for tests. */
    static ApiServer start(ApiConfig config, Registry registry, StreamTimes times) throws IOException {
        HikariDataSource pool = Databases.pool(config.installation().database(), "runner-api");
        try {
            return start(config, registry, times, pool);
        } catch (IOException | RuntimeException e) {
            pool.close();
            throw e;
        }
    }

    private static ApiServer start(ApiConfig config, Registry registry, StreamTimes times, HikariDataSource pool)
            throws IOException {
        DSLContext dsl = Databases.dsl(pool);
        var repos = new Repos(dsl);
        repos.seed(config.installation().repos());
        var diagnostics = new Diagnostics(dsl);
        var signal = new QueueSignal(dsl);
        var auth = new Auth(pool, config.auth());
        var logs = new JobLogs(config.installation().logDirectory());
        List<Resource> resources = new ArrayList<>(resources(config, registry, pool, repos, diagnostics, signal, logs));
        Path web = config.webFolder().orElse(null);
        resources.add(new WebResource(web == null ? WebFolder.NONE : WebFolder.read(web)));
        var management = new ManagementServer(diagnostics, config.managementHost(), config.managementPort());
        try {
            pool.setMetricRegistry(management.registry());
            var requests = new RequestMetrics(management.registry());
            var streams = new LogStreams(
                    auth.tokens(), new JobStore(dsl), logs, config.streams(), times, management.registry());
            var javalin = Javalin.create(javalinConfig -> {
                configure(javalinConfig, config, auth, resources);
                LogStreams.configure(javalinConfig);
                streams.addTo(javalinConfig.routes);
                javalinConfig.requestLogger.http(requests);
            });
            javalin.start();
            return new ApiServer(pool, signal, management, streams, javalin);
        } catch (RuntimeException e) {
            management.close();
            throw e;
        }
    }

    private static List<Resource> resources(
            ApiConfig config,
            Registry registry,
            HikariDataSource pool,
            Repos repos,
            Diagnostics diagnostics,
            QueueSignal signal,
            JobLogs logs) {
        DSLContext dsl = Databases.dsl(pool);
        var jobs = new JobStore(dsl);
        return List.of(
                new HealthResource(diagnostics, program(config, pool)),
                new StatsResource(new StatsCache(new StatsStore(dsl))),
                new OpenApiResource(),
                new ReposResource(repos),
                new ScriptsResource(registry, config.defaultTimeoutSeconds()),
                new CommandPreview(registry),
                new JobFiguresResource(registry, new JobCounts(dsl), new People(dsl)),
                new JobsResource(
                        registry,
                        new JobRequests(registry, repos, config.installation().repos(), config.defaultTimeoutSeconds()),
                        new JobCreation(pool, jobs, config.limits()),
                        jobs,
                        new JobList(dsl),
                        new JobMoves(dsl, jobs),
                        new WaitingReasons(dsl, registry),
                        signal,
                        config.enabled()),
                new LogsResource(jobs, logs));
    }

    private static OwnProgram program(ApiConfig config, HikariDataSource pool) {
        // Written by the build; there is none while classes are run from a folder.
        String version = ApiServer.class.getPackage().getImplementationVersion();
        return new OwnProgram(
                version == null ? "development" : version,
                new Migrations(pool).state().expected(),
                config.limits());
    }

    private static void configure(JavalinConfig config, ApiConfig settings, Auth auth, List<Resource> resources) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.concurrency.useVirtualThreads = true;
        config.http.prefer405over404 = true;
        config.jetty.addConnector((server, http) -> {
            var connector = new ServerConnector(server, new HttpConnectionFactory(http));
            connector.setHost(settings.host());
            connector.setPort(settings.port());
            connector.setAcceptQueueSize(BACKLOG);
            return connector;
        });
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        config.jetty.modifyServer(server -> server.setErrorHandler(new JettyErrors()));
        new ProblemAnswers().addTo(config.routes);
        auth.addTo(config.routes);
        resources.forEach(resource -> resource.addTo(config.routes));
    }

    public int port() {
        return javalin.port();
    }

    public int managementPort() {
        return management.port();
    }

    /** The server itself, for the test that compares its routes with the document. */
    Javalin javalin() {
        return javalin;
    }

    /** Stops taking requests, then lets go of the database. */
    @Override
    public void close() {
        streams.close();
        javalin.stop();
        management.close();
        signal.close();
        pool.close();
    }
}
