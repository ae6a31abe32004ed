package dev.runner.bench;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The processes of a job without the product around them: the same chain of programs (setsid, the shim, setsid, the
 * job), started by a bare loop that knows no database and looks after nothing. What the product adds is the difference.
 */
final class BareChain {
    private static final String SHIM = "runner-worker/src/main/resources/dev/runner/worker/execution/workspace/shim.sh";
    private static final String SETSID = "/usr/bin/setsid";
    private static final String PLACE = "host boot namespace";
    /** Of the size that the product's have, and nobody's. */
    private static final long MARK = (1L << 61) + 1;

    private final Workspace workspace;
    private final String shim;
    private final AtomicInteger count = new AtomicInteger();

    BareChain(Workspace workspace, Project project) {
        this.workspace = workspace;
        try {
            shim = Files.readString(project.root().resolve(SHIM))
                    .lines()
                    .filter(line -> !line.stripLeading().startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it to its end, and returns the time it printed. */
    long run() throws IOException, InterruptedException {
        int number = count.incrementAndGet();
        Path control = Files.createDirectory(workspace.file("control" + number));
        Path log = workspace.file("bare" + number + ".log");
        Files.writeString(control.resolve("result.new"), " ".repeat(15) + "\n");
        List<String> command = new ArrayList<>(List.of(
                SETSID,
                "/bin/sh",
                "-c",
                shim,
                "runner-shim",
                control.toString(),
                PLACE,
                "",
                SETSID,
                "16384",
                "100000",
                Long.toString(MARK)));
        command.addAll(Workspace.TELL_TIME);
        var builder = new ProcessBuilder(command)
                .directory(workspace.repo().toFile())
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        System.getenv("PATH"),
                        "LANG",
                        "C.UTF-8",
                        "RUNNER_JOB_ID",
                        UUID.randomUUID().toString(),
                        "BARE_ATTEMPT",
                        "1"));
        int code = builder.start().waitFor();
        if (code != 0 || !Files.exists(control.resolve("result"))) {
            try (var left = Files.list(control)) {
                throw new IllegalStateException(
                        "the bare chain ended with %d, leaving %s".formatted(code, left.toList()));
            }
        }
        long told = Workspace.toldNanos(log);
        for (Path file : List.of(control.resolve("start"), control.resolve("process"), control.resolve("result"))) {
            Files.delete(file);
        }
        Files.delete(control);
        Files.delete(log);
        return told;
    }
}
