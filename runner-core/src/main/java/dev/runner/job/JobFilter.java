package dev.runner.job;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which jobs a list shows. Empty collections and nulls mean "any".
 *
 * @param text found in the script's key, the arguments or the person, or in the label of {@code labelled} scripts
 * @param labelled keys of the scripts whose label holds {@code text}; labels are not in the database
 * @param createdFrom inclusive
 * @param createdTo exclusive; a client that pages with a fixed one sees no row twice while new ones arrive
 */
public record JobFilter(
        Set<JobStatus> statuses,
        @Nullable UUID repoId,
        @Nullable String scriptKey,
        @Nullable String requestedBy,
        @Nullable String text,
        List<String> labelled,
        @Nullable Instant createdFrom,
        @Nullable Instant createdTo) {
    public static final JobFilter ANY = new JobFilter(Set.of(), null, null, null, null, List.of(), null, null);

    public JobFilter {
        statuses = Set.copyOf(statuses);
        labelled = List.copyOf(labelled);
    }

    /** The same without the text. */
    JobFilter withoutText() {
        return new JobFilter(statuses, repoId, scriptKey, requestedBy, null, List.of(), createdFrom, createdTo);
    }

    /** Whether nothing but the status decides; those totals are kept ready. */
    boolean onlyStatus() {
        return repoId == null
                && scriptKey == null
                && requestedBy == null
                && text == null
                && createdFrom == null
                && createdTo == null;
    }
}
