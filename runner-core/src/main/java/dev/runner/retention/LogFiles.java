package dev.runner.retention;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The log files of jobs, by their names; whatever else lies in the folder is left alone. */
public final class LogFiles {
    private static final Pattern NAME =
            Pattern.compile("([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\\.log");
    private static final int BATCH = 500;

    private final Path directory;
    private final InstantSource clock;

    public LogFiles(Path directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
    }

    public void delete(UUID jobId) throws IOException {
        Files.deleteIfExists(directory.resolve(jobId + ".log"));
    }

    /** Hands over, in batches, the ids of all files not written to for that long. */
    public void forEachQuiet(Duration quiet, Consumer<List<UUID>> batches) throws IOException {
        var batch = new ArrayList<UUID>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                var name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && isQuiet(file, quiet)) {
                    batch.add(UUID.fromString(name.group(1)));
                }
                if (batch.size() == BATCH) {
                    batches.accept(List.copyOf(batch));
                    batch.clear();
                }
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (!batch.isEmpty()) {
            batches.accept(List.copyOf(batch));
        }
    }

    private boolean isQuiet(Path file, Duration quiet) throws IOException {
        return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS)
                .toInstant()
                .isBefore(clock.instant().minus(quiet));
    }
}
