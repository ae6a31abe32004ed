package dev.runner.worker.execution.workspace;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps logs from filling the disk. The job writes to a file it holds open, which nobody can take from it. To let it go
 * on, its file is moved away and a copy of what it wrote so far takes the place: readers see all they ever saw, then one
 * line, and no more; what is written to the moved file is thrown away as it comes. Cutting the log itself short again
 * and again would take back what readers had seen.
 */
final class LogLimit implements Watch.Look {
    private static final Logger LOG = LoggerFactory.getLogger(LogLimit.class);
    private static final String MOVED = "overflow";
    private static final String COPY = "log.new";

    private final long maxBytes;
    private final LogLimitPolicy policy;
    private final Consumer<Attempt> stop;

    LogLimit(WorkspaceConfig config, Consumer<Attempt> stop) {
        this.maxBytes = config.maxLogBytes();
        this.policy = config.logLimitPolicy();
        this.stop = stop;
    }

    @Override
    public void at(Attempt attempt) {
        Path moved = attempt.control.file(MOVED);
        if (attempt.isLogInWork()) {
            return;
        }
        if (RegularFile.exists(moved)) {
            if (Files.exists(attempt.log, LinkOption.NOFOLLOW_LINKS)) {
                throwAway(moved);
            } else {
                // Whoever was about to do it did not come to the end of it.
                divertApart(attempt);
            }
        } else if (size(attempt.log) > maxBytes) {
            if (policy == LogLimitPolicy.STOP) {
                stop(attempt);
            } else {
                divertApart(attempt);
            }
        }
    }

    /** Copying takes a second for each gigabyte or so; nobody else's end waits for that, only the attempt's own. */
    private void divertApart(Attempt attempt) {
        CompletableFuture<Void> done = attempt.beginLogWork();
        if (!attempt.isRunning()) {
            // Being stopped: whoever does that may not have seen that there is something to wait for.
            done.complete(null);
            return;
        }
        Thread.ofPlatform().daemon().name("log-limit-" + attempt.key).start(() -> {
            try {
                divert(attempt);
            } catch (IOException | RuntimeException e) {
                LOG.atWarn()
                        .addKeyValue("job_id", attempt.key.jobId())
                        .addKeyValue("attempt", attempt.key.attempt())
                        .setCause(e)
                        .log("log cannot be cut off, stopping the job instead");
                putBack(attempt.control, attempt.log);
                stop(attempt);
            } finally {
                done.complete(null);
            }
        });
    }

    private void divert(Attempt attempt) throws IOException {
        Path moved = attempt.control.file(MOVED);
        Path copy = attempt.control.file(COPY);
        Files.deleteIfExists(copy);
        Files.createFile(copy, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try (var target = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            if (!RegularFile.exists(moved)) {
                copyOn(attempt.log, target);
                // From here to the end there is no log, so nobody sees bytes that come after those that are kept.
                Files.move(attempt.log, moved, StandardCopyOption.ATOMIC_MOVE);
            }
            copyOn(moved, target);
        }
        AttemptLog.appendLine(copy, notice("further output is discarded"));
        Files.move(copy, attempt.log, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Copies what the target does not have yet, up to the size that the source has now. */
    private static void copyOn(Path source, FileChannel target) throws IOException {
        try (var file = RegularFile.open(source);
                var in = FileChannel.open(file.opened(), StandardOpenOption.READ)) {
            long end = in.size();
            long position = target.position();
            while (position < end) {
                position += in.transferTo(position, end - position, target);
            }
        }
    }

    /**
     * Gives an attempt that has ended its log back, if whoever was about to cut it off did not come to the end of it:
     * what was moved away is all there is, and goes with the other traces otherwise.
     */
    static void putBack(ControlDirectory control, Path log) {
        Path moved = control.file(MOVED);
        try {
            if (RegularFile.exists(moved) && !Files.exists(log, LinkOption.NOFOLLOW_LINKS)) {
                Files.move(moved, log, StandardCopyOption.ATOMIC_MOVE);
            }
            Files.deleteIfExists(control.file(COPY));
        } catch (IOException e) {
            LOG.atError().addKeyValue("log", log).setCause(e).log("log cannot be put back");
        }
    }

    private void stop(Attempt attempt) {
        try {
            AttemptLog.appendLine(attempt.log, notice("the job is stopped"));
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("job_id", attempt.key.jobId()).setCause(e).log("log limit cannot be noted");
        }
        stop.accept(attempt);
    }

    private String notice(String consequence) {
        return "--- log limit of %d bytes reached: %s ---".formatted(maxBytes, consequence);
    }

    private static void throwAway(Path moved) {
        try (var file = RegularFile.open(moved);
                var channel = FileChannel.open(file.opened(), StandardOpenOption.WRITE)) {
            channel.truncate(0);
        } catch (IOException e) {
            LOG.atWarn().addKeyValue("file", moved).setCause(e).log("output beyond the limit cannot be thrown away");
        }
    }

    private static long size(Path log) {
        try {
            return Files.readAttributes(log, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .size();
        } catch (IOException e) {
            return 0;
        }
    }
}
