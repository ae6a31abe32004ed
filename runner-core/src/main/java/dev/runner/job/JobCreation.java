package dev.runner.job;

import dev.runner.job.CreateOutcome.Busy;
import dev.runner.job.CreateOutcome.Deduplicated;
import dev.runner.job.CreateOutcome.KeyReused;
import dev.runner.job.CreateOutcome.QueueFull;
import dev.runner.job.CreateOutcome.RepoChanged;
import dev.runner.job.CreateOutcome.UserQueueFull;
import dev.runner.job.CreateStatement.Decision;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Puts a job into the queue, exactly once for each idempotency key and never beyond the limits, however many replicas
 * do so at the same time. Thread-safe.
 *
 * <p>The order matters: a repeat is recognised before any limit is looked at, so that it gets its job back from a full
 * queue as well.
 */
public final class JobCreation {
    /** A winner of the unique index may finish and be deleted before it is read; twice in a row is not bad luck. */
    private static final int COLLISIONS = 3;

    private final DataSource dataSource;
    private final JobStore jobs;
    private final QueueLimits limits;
    /** Whether the last create found the queue nearly full. Only a guess that saves a round trip, never a decision. */
    private volatile boolean nearlyFull;

    public JobCreation(DataSource dataSource, JobStore jobs, QueueLimits limits) {
        this.dataSource = dataSource;
        this.jobs = jobs;
        this.limits = limits;
    }

    /** For callers that have no doubt about the repo: the answer is never {@link CreateOutcome.RepoChanged}. */
    public CreateOutcome create(JobRequest request) {
        return decide(request, null);
    }

    /**
     * Creates the job only while its repo is enabled and has this path, so that a caller may rely on what it saw of the
     * repo some time ago.
     */
    public CreateOutcome create(JobRequest request, String repoPath) {
        return decide(request, repoPath);
    }

    private CreateOutcome decide(JobRequest request, @Nullable String repoPath) {
        String hash = request.hash().hex();
        for (int i = 0; i < COLLISIONS; i++) {
            Optional<CreateOutcome> outcome = insert(request, repoPath, hash);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw new IllegalStateException("the idempotency key was taken and freed again and again");
    }

    private static CreateOutcome repeat(Job job, @Nullable String itsHash, String hash) {
        return hash.equals(itsHash) ? new Deduplicated(job) : new KeyReused(job);
    }

    /** Empty when the key belongs to a job that has to be looked up. */
    private Optional<CreateOutcome> insert(JobRequest request, @Nullable String repoPath, String hash) {
        boolean sharedActive = limits.queueing() && !nearlyFull;
        boolean sharedUser = limits.maxQueuedPerUser() > CreateStatement.MANY;
        while (true) {
            var statement = new CreateStatement(request, repoPath, hash, limits, sharedActive, sharedUser);
            Decision decision;
            try {
                decision = statement.run(dataSource);
            } catch (SQLException e) {
                if (CreateStatement.isKeyCollision(e)) {
                    return Optional.empty();
                }
                throw new JobStoreException("the job could not be stored", e);
            }
            if (decision.repoChanged()) {
                return Optional.of(new RepoChanged());
            }
            if (decision.repeatOf() != null) {
                return repeatOf(decision.repeatOf(), decision.repeatHash(), hash);
            }
            nearlyFull = decision.active() + decision.connections() > limits.effectiveMaxActive();
            if (decision.created() != null) {
                return Optional.of(decision.created());
            }
            boolean activeFull = decision.active() >= limits.effectiveMaxActive();
            boolean userFull = decision.queuedByUser() >= limits.maxQueuedPerUser();
            if (activeFull) {
                return Optional.of(
                        limits.queueing() ? new QueueFull(limits.maxActive()) : new Busy(limits.effectiveMaxActive()));
            }
            if (userFull) {
                return Optional.of(new UserQueueFull(limits.maxQueuedPerUser()));
            }
            // Too close to a limit to be decided side by side with others: once more, alone.
            sharedActive = false;
            sharedUser = false;
        }
    }

    private Optional<CreateOutcome> repeatOf(UUID id, @Nullable String itsHash, String hash) {
        return jobs.find(id).map(job -> repeat(job, itsHash, hash));
    }
}
