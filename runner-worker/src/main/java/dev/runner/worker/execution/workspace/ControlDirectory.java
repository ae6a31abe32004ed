package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files by which an attempt is known to whoever comes later: who runs it, which process it is, how it ended. They
 * are written by the shim and read here; a file without a complete line counts as not written yet.
 *
 * <p>Jobs run as the same user and can write here, too. Whatever they make of it, nobody waits for it, and what makes no
 * sense counts as not written either.
 */
final class ControlDirectory {
    private static final String FENCE = "never";
    /** The first word of what later versions write, with a number; no host has such a name. Without it this is format 1. */
    private static final String FORMAT = "format=";

    private static final String OUR_FORMAT = FORMAT + 1;
    /** What the shim overwrites; as long as what it writes, so that no space has to be found for it. */
    private static final String NO_RESULT_YET = " ".repeat(15) + "\n";
    /** The longest line has a path in it. */
    private static final int LONGEST_LINE = 8 << 10;

    private static final int LARGEST_CODE = 255;

    private final AttemptKey key;
    private final Path path;

    ControlDirectory(Path root, AttemptKey key) {
        this.key = key;
        this.path = root.resolve(key.toString());
    }

    /** Who started the attempt, or that nobody did and nobody will. */
    sealed interface Start {
        record By(Place place, LocalProcess shim) implements Start {}

        record Never() implements Start {}

        /** By a version that keeps other traces. Here is the one word of it that all versions understand. */
        record Foreign(String format) implements Start {}

        /** No word of a shim: it was killed in the middle of its one write, the disk was full, or a job meddled. */
        record Torn() implements Start {}
    }

    /** Why it is being ended, in the order of what counts if there are several notes. The names are those of files. */
    enum Stop {
        TIME_LIMIT,
        LOG_LIMIT,
        /** For reasons of its worker's own: whatever code it ends with tells nothing of the job. */
        ABANDONED,
        /** Somebody asked for it; the database knows who. */
        REQUESTED;

        private String file() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The job's own process, leader of its session and group, and the cgroup it was put in. */
    record Main(LocalProcess process, Optional<Cgroup> cgroup) {}

    static Set<AttemptKey> list(Path root) {
        var keys = new HashSet<AttemptKey>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root)) {
            entries.forEach(
                    entry -> AttemptKey.parse(entry.getFileName().toString()).ifPresent(keys::add));
        } catch (NoSuchFileException e) {
            return Set.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return keys;
    }

    Path path() {
        return path;
    }

    Path file(String name) {
        return path.resolve(name);
    }

    /** Claims the attempt: of all who try, one succeeds. Leaves nothing behind if there is no space for it. */
    void create() throws IOException {
        Files.createDirectory(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        try {
            Files.writeString(file("result.new"), NO_RESULT_YET, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            remove();
            throw e;
        }
    }

    /** How the attempt was started; if it was not, makes sure that it never will be. */
    Start startOrFence() throws IOException {
        try {
            create();
        } catch (FileAlreadyExistsException e) {
            return startOrFenceThere();
        }
        return fenced();
    }

    /** The same without making anything of an attempt that has no traces, or has them no more. */
    Optional<Start> startOrFenceIfThere() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            return Optional.of(startOrFenceThere());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private Start startOrFenceThere() throws IOException {
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            return new Start.Torn();
        }
        // Somebody meant to start it: a shim may be on its way, and is better adopted than turned away.
        Waiting.briefly(() -> Files.exists(file("start")));
        return fenced();
    }

    private Start fenced() throws IOException {
        try {
            Files.writeString(file("start"), FENCE + "\n", StandardOpenOption.CREATE_NEW);
        } catch (FileAlreadyExistsException e) {
            return readStart();
        }
        return new Start.Never();
    }

    private Start readStart() {
        // The shim makes the file and fills it in two steps that follow at once.
        Waiting.briefly(() -> line("start").isPresent());
        String[] words = withoutOurFormat(line("start").orElse("")).split(" ", -1);
        if (words[0].startsWith(FORMAT)) {
            return new Start.Foreign(words[0]);
        }
        if (words[0].equals(FENCE)) {
            return new Start.Never();
        }
        if (words.length != 5) {
            return new Start.Torn();
        }
        return process(words[3], words[4])
                .<Start>map(shim -> new Start.By(new Place(words[0], words[1], words[2]), shim))
                .orElseGet(Start.Torn::new);
    }

    private static String withoutOurFormat(String line) {
        return line.startsWith(OUR_FORMAT + " ") ? line.substring(OUR_FORMAT.length() + 1) : line;
    }

    /** The shim, if one got to start. */
    Optional<LocalProcess> shim() {
        return readStart() instanceof Start.By(var place, var shim) ? Optional.of(shim) : Optional.empty();
    }

    /** Empty for the few moments between the start of the shim and that of the job. */
    Optional<Main> main() {
        return line("process")
                .map(text -> text.split(" ", 3))
                .filter(words -> words.length == 3)
                .flatMap(words ->
                        process(words[0], words[1]).map(process -> new Main(process, Cgroup.noted(words[2], key))));
    }

    /** The exit code, and when it was written. */
    Optional<Finding.Ended> result() {
        try (var result = RegularFile.open(file("result"))) {
            int code = Integer.parseInt(result.text(LONGEST_LINE).strip());
            // Nobody but a job that meddles with the folder leaves another one; it must not pass for a success.
            return code < 0 || code > LARGEST_CODE
                    ? Optional.empty()
                    : Optional.of(new Finding.Ended(
                            code, result.attributes().lastModifiedTime().toInstant()));
        } catch (NumberFormatException | IOException e) {
            return Optional.empty();
        }
    }

    /** Whether the attempt was given up before its shim came to start it. */
    boolean isFenced() {
        return line("start").filter(FENCE::equals).isPresent();
    }

    /** Whether a shim has said that it starts the attempt. */
    boolean isStarted() {
        return line("start").filter(text -> !text.equals(FENCE)).isPresent();
    }

    /** Notes why it is about to be ended, for a worker that comes later and finds it ended, or still ending. */
    void noteStop(Stop reason) throws IOException {
        if (!RegularFile.exists(file(reason.file()))) {
            Files.createFile(file(reason.file()));
        }
    }

    Optional<Stop> notedStop() {
        return Arrays.stream(Stop.values())
                .filter(reason -> RegularFile.exists(file(reason.file())))
                .findFirst();
    }

    boolean isAbandoned() {
        return notedStop().filter(Stop.ABANDONED::equals).isPresent();
    }

    /**
     * Removes it with all that is in it; no link is followed. As long as anything stays, because a file server keeps what
     * somebody still holds open, it is known who started the attempt.
     */
    void remove() {
        Path start = file("start");
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    return removed(file);
                }

                @Override
                public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
                        throws IOException {
                    if (failure != null) {
                        throw failure;
                    }
                    return removed(folder);
                }

                private FileVisitResult removed(Path entry) throws IOException {
                    if (!entry.equals(start) && !entry.equals(path)) {
                        Files.deleteIfExists(entry);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Files.deleteIfExists(start);
            }
            Files.deleteIfExists(path);
        } catch (NoSuchFileException e) {
            // Already removed.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the traces of " + key, e);
        }
    }

    private Optional<String> line(String name) {
        try (var file = RegularFile.open(file(name))) {
            String text = file.text(LONGEST_LINE);
            return text.endsWith("\n") ? Optional.of(text.substring(0, text.length() - 1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<LocalProcess> process(String pid, String ticks) {
        try {
            // The first process of all is nobody's job, nor is what a signal would take for a group.
            int number = Integer.parseInt(pid);
            return number > 1 ? Optional.of(new LocalProcess(number, Long.parseLong(ticks))) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
