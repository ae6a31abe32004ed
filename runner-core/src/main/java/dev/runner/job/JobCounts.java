package dev.runner.job;

import static dev.runner.db.generated.Tables.RUNNER_COUNTERS;
import static dev.runner.db.generated.Tables.RUNNER_JOBS;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.sum;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jooq.DSLContext;

/** How many jobs a list would show of each status. Thread-safe. */
public final class JobCounts {
    private static final String COUNTER = "status:";

    private final DSLContext dsl;

    public JobCounts(DSLContext dsl) {
        this.dsl = dsl;
    }

    /** The figure of every status, all of one moment; those the filter leaves out are zero. */
    public Map<JobStatus, Long> matching(JobFilter filter) {
        var counts = new EnumMap<JobStatus, Long>(JobStatus.class);
        Arrays.stream(JobStatus.values()).forEach(status -> counts.put(status, 0L));
        counts.putAll(filter.equals(JobFilter.ANY) ? ofEverything() : counted(filter));
        return counts;
    }

    /** From the counters: with a million rows, counting them would take longer than anybody looks at a page. */
    private Map<JobStatus, Long> ofEverything() {
        var names = Arrays.stream(JobStatus.values()).map(JobCounts::counter).toList();
        return dsl
                .select(RUNNER_COUNTERS.NAME, sum(RUNNER_COUNTERS.VALUE))
                .from(RUNNER_COUNTERS)
                .where(RUNNER_COUNTERS.NAME.in(names))
                .groupBy(RUNNER_COUNTERS.NAME)
                .fetch()
                .stream()
                .collect(Collectors.toMap(
                        row -> JobStatus.of(row.value1().substring(COUNTER.length())),
                        row -> row.value2().longValueExact()));
    }

    private Map<JobStatus, Long> counted(JobFilter filter) {
        return dsl
                .select(RUNNER_JOBS.STATUS, count())
                .from(RUNNER_JOBS)
                .where(JobList.condition(filter))
                .groupBy(RUNNER_JOBS.STATUS)
                .fetch()
                .stream()
                .collect(Collectors.toMap(
                        row -> JobStatus.of(row.value1()), row -> row.value2().longValue()));
    }

    static String counter(JobStatus status) {
        return COUNTER + status.text();
    }
}
