package dev.runner.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.zaxxer.hikari.HikariDataSource;
import dev.runner.db.DatabaseConfig;
import dev.runner.db.Databases;
import dev.runner.job.CreateOutcome;
import dev.runner.job.JobCreation;
import dev.runner.job.JobRequest;
import dev.runner.job.JobStore;
import dev.runner.job.QueueLimits;
import dev.runner.registry.Script;
import dev.runner.registry.Validation;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.repo.Repos;
import java.util.List;
import java.util.UUID;

/** The core, called without the API around it, and clients for it. */
final class Core implements AutoCloseable {
    private final HikariDataSource pool;
    private final Script script;
    private final UUID repoId;
    private final JobCreation creation;

    Core(BenchDatabase database, Project project, int limit) {
        pool = Databases.pool(DatabaseConfig.of(database.url()), "runner-bench");
        var dsl = Databases.dsl(pool);
        var repos = new Repos(dsl);
        repos.seed(new AllowedRepoPaths(List.of(project.workspace())));
        repoId = repos.enabled().getFirst().id();
        script = project.registry().find("nb.stage").orElseThrow();
        creation = new JobCreation(pool, new JobStore(dsl), new QueueLimits(limit, limit, true, 2));
    }

    UUID repoId() {
        return repoId;
    }

    /** A client of that person, who asks for a new job at each call. */
    Load.Call client(String person) {
        return () -> {
            var args = JsonNodeFactory.instance.objectNode().put("retries", 3);
            if (!(script.validate(args) instanceof Validation.Valid valid)) {
                throw new IllegalStateException("the whitelist's nb.stage refuses its own default");
            }
            var request = new JobRequest(repoId, script, valid.arguments(), person, null, 0, null, 3600, null, "{}");
            if (!(creation.create(request) instanceof CreateOutcome.Created)) {
                throw new IllegalStateException("a job was refused below the limits");
            }
        };
    }

    @Override
    public void close() {
        pool.close();
    }
}
