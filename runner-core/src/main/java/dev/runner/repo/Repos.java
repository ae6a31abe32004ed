package dev.runner.repo;

import static dev.runner.db.generated.Tables.RUNNER_REPOS;

import dev.runner.db.TimeOrderedIds;
import dev.runner.db.generated.tables.records.RunnerReposRecord;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.DSLContext;

/** The repositories known to the database. Thread-safe. */
public final class Repos {
    private final DSLContext dsl;

    public Repos(DSLContext dsl) {
        this.dsl = dsl;
    }

    /** Those a run can be asked for, by name. */
    public List<Repo> enabled() {
        return dsl.selectFrom(RUNNER_REPOS)
                .where(RUNNER_REPOS.ENABLED)
                .orderBy(RUNNER_REPOS.NAME)
                .fetch(Repos::toRepo);
    }

    public Optional<Repo> find(UUID id) {
        return dsl.selectFrom(RUNNER_REPOS).where(RUNNER_REPOS.ID.eq(id)).fetchOptional(Repos::toRepo);
    }

    /**
     * Makes every allowed path a repository, unless there is one of that path already; a disabled one stays disabled.
     * Called at each start, by every replica.
     */
    public void seed(AllowedRepoPaths allowed) {
        for (Path path : allowed.paths()) {
            Path name = path.getFileName();
            seed(path, name == null ? path.toString() : name.toString());
            // Two folders may have the same name; the second is called by its whole path. A replica that made the first
            // a moment ago is seen here, because the statement above waited for it.
            seed(path, path.toString());
        }
    }

    private void seed(Path path, String name) {
        dsl.execute("""
                INSERT INTO runner_repos (id, name, source_type, path_or_url)
                SELECT ?, ?, 'local_path', ?
                WHERE NOT EXISTS (SELECT FROM runner_repos WHERE path_or_url = ?)
                ON CONFLICT (name) DO NOTHING""", TimeOrderedIds.next(), name, path.toString(), path.toString());
    }

    private static Repo toRepo(RunnerReposRecord row) {
        return new Repo(
                row.getId(),
                row.getName(),
                row.getSourceType(),
                row.getPathOrUrl(),
                row.getBranch(),
                row.getDefaultWorkdir(),
                row.getEnabled(),
                row.getLastSyncedAt(),
                row.getCreatedAt(),
                row.getUpdatedAt());
    }
}
