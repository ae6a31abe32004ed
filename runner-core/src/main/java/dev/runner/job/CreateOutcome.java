package dev.runner.job;

/** What asking for a job can lead to. */
public sealed interface CreateOutcome {
    /** Queued. {@code active} jobs were waiting or running before it, and things stood like this. */
    record Created(Job job, long active, Situation situation) implements CreateOutcome {}

    /** The repo is not, or no longer, enabled and at the path it was expected at: it has to be looked up again. */
    record RepoChanged() implements CreateOutcome {}

    /** The same request was made before, with the same key: this is its job. */
    record Deduplicated(Job job) implements CreateOutcome {}

    /** The key belongs to another request of this person that is recent or still active. */
    record KeyReused(Job job) implements CreateOutcome {}

    /** As many jobs are active as may be. */
    record QueueFull(int limit) implements CreateOutcome {}

    /** The person has as many jobs waiting as one may have. */
    record UserQueueFull(int limit) implements CreateOutcome {}

    /** Without a queue, and every slot is taken. */
    record Busy(int slots) implements CreateOutcome {}
}
