package dev.runner.job;

import static dev.runner.db.generated.Tables.RUNNER_COUNTERS;
import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.asterisk;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.noCondition;
import static org.jooq.impl.DSL.sum;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.TableLike;
import org.jooq.impl.DSL;

/** Pages of jobs, newest first. Thread-safe. */
public final class JobList {
    /** What is most often looked for, and the same letters in every language. */
    private static final Pattern PLAIN = Pattern.compile("[ -~]+");

    /**
     * All that is searched, in one piece with line ends between, lowered as ASCII is: every row has to be looked at, and
     * this takes less than half the time of three comparisons by the rules of a language.
     */
    private static final Field<String> ALL_TEXTS = DSL.field(
            "lower((script_key || chr(10) || requested_by || chr(10) || args_json::text) COLLATE \"C\")", String.class);

    /** As many as can be looked at in a moment. */
    private static final int RECENT = 30_000;

    private final DSLContext dsl;

    public JobList(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * One page and how many jobs match in all, both of the same moment.
     *
     * @param total how many jobs match, on all pages
     */
    public record Page(List<Job> jobs, long total) {
        public Page {
            jobs = List.copyOf(jobs);
        }
    }

    public Page page(JobFilter filter, int limit, long offset) {
        return dsl.transactionResult(configuration -> {
            DSLContext snapshot = configuration.dsl();
            snapshot.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
            Condition condition = condition(filter);
            List<Job> jobs =
                    filter.text() == null ? List.of() : rows(snapshot, recent(filter), condition, limit, offset);
            if (jobs.size() < limit) {
                jobs = rows(snapshot, RUNNER_JOBS, condition, limit, offset);
            }
            boolean lastPage = jobs.size() < limit && (!jobs.isEmpty() || offset == 0);
            return new Page(jobs, lastPage ? offset + jobs.size() : total(snapshot, filter, condition));
        });
    }

    private static List<Job> rows(
            DSLContext snapshot, TableLike<?> source, Condition condition, int limit, long offset) {
        return snapshot.select(asterisk())
                .from(source)
                .where(condition)
                .orderBy(RUNNER_JOBS.CREATED_AT.desc(), RUNNER_JOBS.ID.desc())
                .limit(limit)
                .offset(offset)
                .coerce(RUNNER_JOBS)
                .fetch(JobStore::toJob);
    }

    /**
     * The newest jobs, among which a text is looked for first: a page that they fill is the page. The server cannot know
     * how often a text occurs, takes it for rare, and would read the whole table for what the first rows have.
     */
    private static TableLike<?> recent(JobFilter filter) {
        return DSL.select(asterisk())
                .from(RUNNER_JOBS)
                .where(condition(filter.withoutText()))
                .orderBy(RUNNER_JOBS.CREATED_AT.desc(), RUNNER_JOBS.ID.desc())
                .limit(RECENT)
                .asTable(RUNNER_JOBS.getName());
    }

    private static long total(DSLContext snapshot, JobFilter filter, Condition condition) {
        if (!filter.onlyStatus()) {
            return snapshot.fetchCount(RUNNER_JOBS, condition);
        }
        Collection<JobStatus> statuses =
                filter.statuses().isEmpty() ? Arrays.asList(JobStatus.values()) : filter.statuses();
        var total = snapshot.select(coalesce(sum(RUNNER_COUNTERS.VALUE), BigDecimal.ZERO))
                .from(RUNNER_COUNTERS)
                .where(RUNNER_COUNTERS.NAME.in(
                        statuses.stream().map(JobCounts::counter).toList()))
                .fetchSingle()
                .value1();
        return total.longValueExact();
    }

    static Condition condition(JobFilter filter) {
        Condition condition = noCondition();
        if (!filter.statuses().isEmpty()) {
            condition = condition.and(RUNNER_JOBS.STATUS.in(
                    filter.statuses().stream().map(JobStatus::text).toList()));
        }
        if (filter.repoId() != null) {
            condition = condition.and(RUNNER_JOBS.REPO_ID.eq(filter.repoId()));
        }
        if (filter.scriptKey() != null) {
            condition = condition.and(RUNNER_JOBS.SCRIPT_KEY.eq(filter.scriptKey()));
        }
        if (filter.requestedBy() != null) {
            condition = condition.and(RUNNER_JOBS.REQUESTED_BY.eq(filter.requestedBy()));
        }
        if (filter.createdFrom() != null) {
            condition = condition.and(RUNNER_JOBS.CREATED_AT.ge(filter.createdFrom()));
        }
        if (filter.createdTo() != null) {
            condition = condition.and(RUNNER_JOBS.CREATED_AT.lt(filter.createdTo()));
        }
        return filter.text() == null ? condition : condition.and(holds(filter.text(), filter.labelled()));
    }

    /** The text itself, not a pattern: {@code %} and {@code _} are escaped by jOOQ. */
    private static Condition holds(String text, List<String> labelled) {
        Condition found = PLAIN.matcher(text).matches()
                ? ALL_TEXTS.contains(text.toLowerCase(Locale.ROOT))
                : RUNNER_JOBS
                        .SCRIPT_KEY
                        .containsIgnoreCase(text)
                        .or(RUNNER_JOBS.REQUESTED_BY.containsIgnoreCase(text))
                        .or(DSL.field("args_json::text", String.class).containsIgnoreCase(text));
        return found.or(RUNNER_JOBS.SCRIPT_KEY.in(labelled));
    }
}
