package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.runner.config.Secret;
import dev.runner.db.DatabaseConfig;
import dev.runner.queue.QueueSignal;
import dev.runner.testing.CuttableWire;
import dev.runner.testing.PostgresExtension;
import dev.runner.testing.TestDatabase;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PostgresExtension.class)
class QueueListenerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final TestDatabase database;
    private final CuttableWire wire;
    private final QueueListener listener;
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicInteger cancels = new AtomicInteger();

    QueueListenerTest(TestDatabase database) throws IOException {
        this.database = database;
        this.wire = new CuttableWire(database);
        var way = new DatabaseConfig(wire.jdbcUrl(), "", Secret.NONE, 2, Duration.ofSeconds(2), Duration.ofSeconds(1));
        this.listener = new QueueListener(
                way, "listener", Duration.ofMillis(100), work::incrementAndGet, cancels::incrementAndGet);
    }

    @AfterEach
    void close() throws IOException {
        listener.close();
        wire.close();
    }

    @Test
    void it_hears_what_came_and_wakes_for_both_when_it_begins_to_listen() throws SQLException {
        listener.step();
        assertThat(work).hasValue(1);
        assertThat(cancels).hasValue(1);

        say(QueueSignal.CANCEL);
        stepUntilHeard(cancels, 2);

        assertThat(work).hasValue(1);
    }

    @Test
    void a_connection_from_which_nothing_comes_any_more_is_given_up_and_made_anew() throws SQLException {
        listener.step();
        wire.freeze();
        try {
            assertThatThrownBy(() -> {
                        long start = System.nanoTime();
                        while (System.nanoTime() - start < DEADLINE.toNanos()) {
                            listener.step();
                        }
                    })
                    .isInstanceOf(SQLException.class);
        } finally {
            wire.thaw();
        }

        listener.step();
        assertThat(work).hasValue(2);
        say(QueueSignal.WORK);
        stepUntilHeard(work, 3);
    }

    private void say(String what) {
        database.dsl().execute("SELECT pg_notify(?, ?)", QueueSignal.CHANNEL, what);
    }

    private void stepUntilHeard(AtomicInteger heard, int times) throws SQLException {
        long start = System.nanoTime();
        while (heard.get() < times) {
            assertThat(System.nanoTime() - start).as("it was not heard").isLessThan(DEADLINE.toNanos());
            listener.step();
        }
    }
}
