package dev.runner.worker.execution.workspace;

import dev.runner.worker.execution.AttemptKey;
import dev.runner.worker.execution.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The files by which an attempt is known to whoever comes later: who runs it, which process it is, how it ended. They
 * are written by the shim and read here; a file without a complete line counts as not written yet.
 */
final class ControlDirectory {
    private static final String FENCE = "never";
    private static final String ABANDONED = "abandoned";
    /** What the shim overwrites; as long as what it writes, so that no space has to be found for it. */
    private static final String NO_RESULT_YET = " ".repeat(15) + "\n";

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

        /** Begun and not completed: the shim was killed in the middle of one write, or the disk was full. */
        record Torn() implements Start {}
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
            // Somebody meant to start it: a shim may be on its way, and is better adopted than turned away.
            Waiting.briefly(() -> Files.exists(file("start")));
        }
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
        String[] words = line("start").orElse("").split(" ", -1);
        if (words[0].equals(FENCE)) {
            return new Start.Never();
        }
        return words.length == 5
                ? new Start.By(new Place(words[0], words[1], words[2]), process(words[3], words[4]))
                : new Start.Torn();
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
                .map(words -> new Main(
                        process(words[0], words[1]),
                        words[2].isEmpty() ? Optional.empty() : Optional.of(new Cgroup(Path.of(words[2])))));
    }

    /** The exit code, and when it was written. */
    Optional<Finding.Ended> result() {
        Optional<String> code = line("result");
        if (code.isEmpty()) {
            return Optional.empty();
        }
        try {
            var time = Files.getLastModifiedTime(file("result")).toInstant();
            return Optional.of(new Finding.Ended(Integer.parseInt(code.get().strip()), time));
        } catch (NumberFormatException | IOException e) {
            // Nobody but a job that meddles with the folder leaves such a file; it must not pass for a success.
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

    /** Notes that its worker ends it for reasons of its own: whatever code it ends with tells nothing of the job. */
    void abandon() {
        try {
            Files.writeString(file(ABANDONED), "");
        } catch (IOException e) {
            throw new UncheckedIOException("cannot give up " + key, e);
        }
    }

    boolean isAbandoned() {
        return Files.exists(file(ABANDONED));
    }

    void remove() {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
            for (Path file : files) {
                Files.delete(file);
            }
            Files.delete(path);
        } catch (NoSuchFileException e) {
            // Already removed.
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the traces of " + key, e);
        }
    }

    private Optional<String> line(String name) {
        try {
            String text = Files.readString(file(name));
            return text.endsWith("\n") ? Optional.of(text.substring(0, text.length() - 1)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static LocalProcess process(String pid, String ticks) {
        return new LocalProcess(Long.parseLong(pid), Long.parseLong(ticks));
    }
}
