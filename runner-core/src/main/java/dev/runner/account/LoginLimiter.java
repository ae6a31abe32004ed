package dev.runner.account;

import static dev.runner.db.generated.Tables.RUNNER_LOGIN_FAILURES;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/**
 * Counts failed logins in the database, for all replicas together, in fixed windows of its time.
 *
 * <p>An attempt is counted before the password is looked at and given back when it was right. Counting afterwards would
 * let a thousand parallel guesses pass while the first is still being hashed.
 */
public final class LoginLimiter {
    private static final String WINDOW_NOW = "date_bin({0} * interval '1 second', now(), timestamptz 'epoch')";

    /** Rows are taken in one order by everybody, so that no two attempts can wait for each other. */
    private static final String COUNT = """
            INSERT INTO runner_login_failures AS f (subject, window_start, failures)
            SELECT s.subject, %s, 1 FROM unnest({1}) s (subject) ORDER BY s.subject
            ON CONFLICT (subject, window_start) DO UPDATE SET failures = f.failures + 1
            WHERE f.failures < CASE split_part(f.subject, ':', 1)
                WHEN 'address' THEN {2} WHEN 'all' THEN {3} WHEN 'pair' THEN {4} ELSE {5} END
            RETURNING f.subject, f.window_start, f.failures""".formatted(WINDOW_NOW);

    private static final String RELEASE = """
            WITH taken AS MATERIALIZED (
                SELECT subject, window_start FROM runner_login_failures
                WHERE subject = ANY ({0}) AND window_start = {1} ORDER BY subject FOR UPDATE)
            UPDATE runner_login_failures f SET failures = greatest(f.failures - 1, 0)
            FROM taken t WHERE f.subject = t.subject AND f.window_start = t.window_start""";

    private static final String SECONDS_LEFT =
            "SELECT greatest(1, ceil(extract(epoch FROM %s + {0} * interval '1 second' - now())))::bigint"
                    .formatted(WINDOW_NOW);

    private final DSLContext dsl;
    private final LoginLimits limits;

    public LoginLimiter(DSLContext dsl, LoginLimits limits) {
        this.dsl = dsl;
        this.limits = limits;
    }

    /** What came of asking to try. */
    public sealed interface Outcome {}

    /** Go on; {@link #giveBack} the attempt if it succeeds, or if it was not tried after all. */
    public record Reserved(List<String> subjects, Instant window) implements Outcome {}

    /**
     * No more attempts for now.
     *
     * @param retryAfter until the window ends
     */
    public record Refused(Duration retryAfter) implements Outcome {}

    /** Counts an attempt against person, address, both and all, unless one of them is at its limit already. */
    public Outcome reserve(String username, String address) {
        String person = Tokens.hash(Users.normalise(username));
        String[] subjects = {
            "address:" + address, "all", "pair:" + Tokens.hash(person + " " + address), "person:" + person
        };
        return dsl.transactionResult(tx -> reserve(tx.dsl(), subjects));
    }

    private Outcome reserve(DSLContext tx, String[] subjects) {
        var counted = tx.fetch(
                COUNT,
                DSL.val(seconds()),
                DSL.val(subjects),
                DSL.val(limits.byAddress()),
                DSL.val(limits.inTotal()),
                DSL.val(limits.byPersonAndAddress()),
                DSL.val(limits.byPerson()));
        if (counted.size() < subjects.length) {
            // Someone who is refused must not use up what others share; the rows are locked, so nobody saw the count.
            counted.forEach(row -> release(tx, List.of(subject(row)), window(row)));
            return new Refused(Duration.ofSeconds(tx.resultQuery(SECONDS_LEFT, DSL.val(seconds()))
                    .fetchSingle()
                    .get(0, long.class)));
        }
        Instant window = window(counted.getFirst());
        if (counted.stream().anyMatch(row -> subject(row).equals("all") && row.get("failures", int.class) == 1)) {
            // The first of a window clears away those that are over.
            tx.deleteFrom(RUNNER_LOGIN_FAILURES)
                    .where(RUNNER_LOGIN_FAILURES.WINDOW_START.lt(window))
                    .execute();
        }
        return new Reserved(List.of(subjects), window);
    }

    /** The attempt was none after all. */
    public void giveBack(Reserved attempt) {
        release(dsl, attempt.subjects(), attempt.window());
    }

    private static void release(DSLContext dsl, List<String> subjects, Instant window) {
        dsl.execute(RELEASE, DSL.val(subjects.toArray(String[]::new)), DSL.val(window, SQLDataType.INSTANT));
    }

    private static String subject(Record row) {
        return row.get("subject", String.class);
    }

    private static Instant window(Record row) {
        return row.get("window_start", Instant.class);
    }

    private long seconds() {
        return limits.window().toSeconds();
    }
}
