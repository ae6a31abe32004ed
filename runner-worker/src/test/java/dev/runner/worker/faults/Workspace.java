package dev.runner.worker.faults;

import dev.runner.registry.Registry;
import dev.runner.testing.TestJobs;
import dev.runner.worker.faults.History.Mark;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The repo of a scenario: one script that keeps its own books, and the whitelist that allows it. */
final class Workspace implements AutoCloseable {
    private static final String WHITELIST = """
            scripts:
              - key: once
                label: Once
                description: Runs for a while; one attempt.
                command: [sh, job.sh, "{code}", "{millis}", "{kind}", "{gate}"]
                arguments:
                  code: {type: int, label: Exit code, min: 0, max: 120, default: 0}
                  millis: {type: int, label: Length, min: 0, max: 600000, default: 0}
                  kind: {type: enum, label: Kind, values: [plain, stubborn, daemon, child], default: plain}
                  gate: {type: enum, label: Gate, values: [open, shut], default: open}
              - key: again
                label: Again
                description: Runs for a while; lost attempts are repeated.
                max_attempts: 3
                command: [sh, job.sh, "{code}", "{millis}", "{kind}", "{gate}"]
                arguments:
                  code: {type: int, label: Exit code, min: 0, max: 120, default: 0}
                  millis: {type: int, label: Length, min: 0, max: 600000, default: 0}
                  kind: {type: enum, label: Kind, values: [plain, stubborn, daemon, child], default: plain}
                  gate: {type: enum, label: Gate, values: [open, shut], default: open}
            """;

    /**
     * A line of this size is appended in one write. The lock is held by everything that the script starts, so that it
     * tells whether anything of an earlier attempt is alive. The gate is a pipe: opening it waits for somebody at the
     * other end, and costs nothing meanwhile.
     */
    private static final String SCRIPT = """
            exec 9>>"locks/$RUNNER_JOB_ID"
            flock -n 9 || echo "$RUNNER_JOB_ID $RUNNER_ATTEMPT" >>overlaps
            echo "$RUNNER_JOB_ID $RUNNER_ATTEMPT" >>starts
            case $3 in
                stubborn) trap '' TERM ;;
                daemon) setsid sh -c 'setsid sleep 600 & exit 0' </dev/null >/dev/null 2>&1 & ;;
                child) sleep 600 & ;;
            esac
            echo "attempt $RUNNER_ATTEMPT runs"
            [ "$4" = open ] || : <gate
            sleep "$(($2 / 1000)).$(printf %03d $(($2 % 1000)))"
            exit "$1"
            """;

    private final Path repo;
    private final Path whitelist;
    private final Path gate;
    private final Registry registry = TestJobs.registry(WHITELIST);

    private @Nullable RandomAccessFile opened;

    Workspace(Path folder) throws IOException, InterruptedException {
        repo = Files.createDirectories(folder.resolve("repo"));
        whitelist = Files.writeString(folder.resolve("runner.yml"), WHITELIST);
        Files.createDirectories(repo.resolve("locks"));
        Files.writeString(repo.resolve("job.sh"), SCRIPT);
        gate = repo.resolve("gate");
        if (new ProcessBuilder("mkfifo", gate.toString()).start().waitFor() != 0) {
            throw new IOException("cannot make " + gate);
        }
    }

    /** From now on nobody waits there. */
    void openGate() throws IOException {
        // For both directions, because that waits for nobody itself.
        opened = new RandomAccessFile(gate.toFile(), "rw");
    }

    @Override
    public void close() throws IOException {
        if (opened != null) {
            opened.close();
        }
    }

    Path repo() {
        return repo;
    }

    Path whitelist() {
        return whitelist;
    }

    Registry registry() {
        return registry;
    }

    List<Mark> starts() throws IOException {
        return marks("starts");
    }

    List<Mark> overlaps() throws IOException {
        return marks("overlaps");
    }

    private List<Mark> marks(String name) throws IOException {
        Path file = repo.resolve(name);
        if (!Files.exists(file)) {
            return List.of();
        }
        return Files.readAllLines(file).stream()
                .map(line -> line.split(" ", -1))
                .map(words -> new Mark(UUID.fromString(words[0]), Integer.parseInt(words[1])))
                .toList();
    }
}
