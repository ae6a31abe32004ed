package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.runner.worker.execution.DiskSpace;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogRoomTest {
    private static final DiskSpace ROOM = new DiskSpace(7, 8, 2);

    private final Semaphore answers = new Semaphore(0);
    private final AtomicInteger asked = new AtomicInteger();
    private volatile @Nullable String obstacle;
    private final LogRoom room = new LogRoom(() -> obstacle, () -> {
        asked.incrementAndGet();
        answers.acquireUninterruptibly();
        return ROOM;
    });

    @AfterEach
    void close() {
        answers.release(100);
        room.close();
    }

    @Test
    void each_look_is_a_new_one() {
        answers.release(2);
        assertThat(room.look()).isEqualTo(new LogRoom.Look(null, ROOM));
        obstacle = "the disk is full";
        assertThat(room.look()).isEqualTo(new LogRoom.Look("the disk is full", ROOM));
    }

    @Test
    void a_file_system_that_does_not_answer_is_an_obstacle_and_is_asked_no_more_until_it_does() {
        answers.release();
        room.look();
        assertThat(room.look()).isEqualTo(new LogRoom.Look("log folder does not answer", ROOM));
        assertThat(room.look().obstacle()).isEqualTo("log folder does not answer");
        assertThat(asked).hasValue(2);

        answers.release(100);
        // The one under way, and then one of its own.
        room.look();
        assertThat(room.look()).isEqualTo(new LogRoom.Look(null, ROOM));
    }

    @Test
    void one_that_cannot_be_asked_is_an_obstacle() {
        try (var broken = new LogRoom(
                () -> {
                    throw new IllegalStateException("no such file system");
                },
                () -> null)) {
            assertThat(broken.look().obstacle()).contains("no such file system");
        }
    }
}
