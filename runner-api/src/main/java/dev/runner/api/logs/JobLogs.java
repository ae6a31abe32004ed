package dev.runner.api.logs;

import dev.runner.log.LogIndexes;
import dev.runner.log.RedactedLog;
import dev.runner.log.RedactionRules;
import java.nio.file.Path;
import java.util.UUID;

/** Leads from a job to its log; all readers of a replica share what is known of the files. Thread-safe. */
public final class JobLogs {
    private final Path directory;
    private final LogIndexes indexes = new LogIndexes();

    public JobLogs(Path directory) {
        this.directory = directory;
    }

    /** The name is made from the id of a row that exists, so no request can choose a path. */
    public RedactedLog of(UUID jobId) {
        return new RedactedLog(directory.resolve(jobId + ".log"), RedactionRules.standard(), indexes);
    }
}
