package dev.runner.job;

import static org.jooq.impl.DSL.val;

import java.util.List;
import org.jooq.DSLContext;

/** Who asked for jobs. Thread-safe. */
public final class People {
    private final DSLContext dsl;

    public People(DSLContext dsl) {
        this.dsl = dsl;
    }

    /**
     * The first names in order, each once.
     *
     * <p>From name to name in the index rather than DISTINCT, which reads every row: a million jobs are asked for by a
     * few dozen people. The limit ends the walk, because rows of a recursive query are made as they are asked for.
     */
    public List<String> names(int limit) {
        return dsl.resultQuery("""
                        WITH RECURSIVE people (name) AS (
                            (SELECT requested_by FROM runner_jobs ORDER BY requested_by LIMIT 1)
                            UNION ALL
                            SELECT (SELECT j.requested_by FROM runner_jobs j
                                    WHERE j.requested_by > p.name ORDER BY j.requested_by LIMIT 1)
                            FROM people p WHERE p.name IS NOT NULL
                        )
                        SELECT name FROM people WHERE name IS NOT NULL LIMIT {0}""", val(limit)).fetch(0, String.class);
    }
}
