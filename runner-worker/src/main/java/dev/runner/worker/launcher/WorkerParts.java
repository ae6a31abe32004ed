package dev.runner.worker.launcher;

import dev.runner.db.DatabaseConfig;
import dev.runner.registry.Registry;
import dev.runner.repo.AllowedRepoPaths;
import dev.runner.worker.execution.DiskSpace;
import dev.runner.worker.execution.Provider;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What a worker is made of.
 *
 * @param database for the connections outside of the pool
 * @param obstacle why nothing new may be started just now, such as a full disk; null when nothing speaks against it
 * @param disk the room for logs, which is told to operators; null when it cannot be found out
 * @param onBroken called when this worker can start nothing any more and should be started anew
 * @param listener is told what the worker does
 */
public record WorkerParts(
        WorkerIdentity identity,
        LauncherConfig config,
        DatabaseConfig database,
        DataSource pool,
        Registry registry,
        AllowedRepoPaths allowedPaths,
        Path logDirectory,
        Provider provider,
        InstantSource clock,
        Supplier<@Nullable String> obstacle,
        Supplier<@Nullable DiskSpace> disk,
        Runnable onBroken,
        RunListener listener) {}
