package dev.runner.worker.launcher;

import dev.runner.worker.execution.DiskSpace;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the file system of the logs, on a thread of its own: one on a server that does not answer holds whoever asks
 * for as long as that lasts, and no lease may depend on it. Thread-safe.
 */
final class LogRoom implements AutoCloseable {
    /** Far longer than a file system needs that is well, and short enough to wait for between two heartbeats. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private static final String SILENT = "log folder does not answer";

    /**
     * What was seen.
     *
     * @param obstacle why nothing may be started just now; null when nothing speaks against it
     * @param space the room for logs, as it was known last; null when it never was
     */
    record Look(@Nullable String obstacle, @Nullable DiskSpace space) {}

    private final Supplier<@Nullable String> obstacle;
    private final Supplier<@Nullable DiskSpace> space;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("log-room").daemon().factory());
    private volatile @Nullable DiskSpace lastSpace;
    private @Nullable Future<Look> underWay;

    LogRoom(Supplier<@Nullable String> obstacle, Supplier<@Nullable DiskSpace> space) {
        this.obstacle = obstacle;
        this.space = space;
    }

    /** Takes a moment at most: whoever does not answer by then is an obstacle himself. */
    Look look() {
        try {
            return begun().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return new Look(SILENT, lastSpace);
        } catch (ExecutionException e) {
            return new Look("log folder cannot be examined: " + e.getCause(), lastSpace);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Look("the worker is shutting down", lastSpace);
        }
    }

    /** One look at a time: those who come while it lasts wait for the same. */
    private synchronized Future<Look> begun() {
        Future<Look> current = underWay;
        if (current == null || current.isDone()) {
            current = thread.submit(() -> {
                String reason = obstacle.get();
                DiskSpace seen = space.get();
                lastSpace = seen;
                return new Look(reason, seen);
            });
            underWay = current;
        }
        return current;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
