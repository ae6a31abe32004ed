package dev.runner.diagnostics;

import java.util.Optional;
import org.jooq.DSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of this database that has been open longest. Rows that were changed or deleted since it began cannot
 * be cleaned up before it ends, and a queue changes each of its rows several times: claims have to step over all that.
 *
 * @param pid its session's process on the server; null when it was prepared, and belongs to no session any more
 * @param name its session's application name, or the one it was prepared under
 * @param doing what its session does, in the server's words; empty when it was prepared
 */
public record OldestTransaction(long ageSeconds, @Nullable Integer pid, String name, String role, String doing) {

    /**
     * Without those that keep nothing from being cleaned up: the server's own, and VACUUM. Of sessions of other roles the
     * server tells nobody when they began, except to a member of pg_read_all_stats; those are left out by themselves.
     */
    private static final String OLDEST = """
            SELECT extract(epoch FROM greatest(clock_timestamp() - began, interval '0'))::bigint, pid, name, role, doing
            FROM (
                SELECT xact_start AS began, pid, application_name AS name, usename::text AS role, state AS doing
                FROM pg_stat_activity a
                WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
                  AND NOT EXISTS (SELECT FROM pg_stat_progress_vacuum v WHERE v.pid = a.pid)
                UNION ALL
                SELECT prepared, NULL, gid, owner::text, '' FROM pg_prepared_xacts WHERE database = current_database()
            ) t
            WHERE began IS NOT NULL ORDER BY began LIMIT 1""";

    /** Empty when no other transaction is open, as far as can be told. */
    static Optional<OldestTransaction> read(DSLContext dsl) {
        return dsl.resultQuery(OLDEST)
                .fetchOptional(row -> new OldestTransaction(
                        row.get(0, Long.class),
                        row.get(1, Integer.class),
                        text(row.get(2, String.class)),
                        text(row.get(3, String.class)),
                        text(row.get(4, String.class))));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }
}
