package dev.runner.account;

import java.time.Duration;
import java.time.Instant;
import org.jooq.Field;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** The database's clock in a statement: replicas may disagree about the time, the rows must not. */
final class DatabaseTime {
    static final Field<Instant> NOW = DSL.field("now()", SQLDataType.INSTANT);

    private DatabaseTime() {}

    static Field<Instant> fromNow(Duration distance) {
        return after(NOW, distance);
    }

    static Field<Instant> ago(Duration distance) {
        return after(NOW, distance.negated());
    }

    static Field<Instant> after(Field<Instant> time, Duration distance) {
        return DSL.field(
                "{0} + {1} * interval '1 second'", SQLDataType.INSTANT, time, DSL.inline(distance.toSeconds()));
    }
}
