package dev.runner.worker.execution.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that starts an attempt: the shim in a session of its own, and through it the job. */
final class Shim {
    /**
     * What the shim sets by itself before it starts the job; empty for none.
     *
     * @param mark see {@link LimitMark}
     */
    record Limits(String openFiles, String processes, String mark) {
        Limits(String openFiles, String processes) {
            this(openFiles, processes, "");
        }
    }

    private final String text;
    private final String setsid;
    private final String place;
    private final Charset systemCharset;

    Shim(Place place) {
        this.text = read();
        this.setsid = Stream.of("/usr/bin/setsid", "/bin/setsid")
                .filter(path -> Files.isExecutable(Path.of(path)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("there is no setsid; it is part of util-linux"));
        this.place = place.toString();
        this.systemCharset = Charset.forName(System.getProperty("sun.jnu.encoding"), StandardCharsets.UTF_8);
    }

    /** It keeps the pid of the process that is started, because setsid forks only when it leads a group. */
    List<String> command(Path control, Optional<Path> cgroup, Limits limits, List<String> argv) {
        var command = new ArrayList<>(List.of(
                setsid,
                "/bin/sh",
                "-c",
                text,
                "runner-shim",
                control.toString(),
                place,
                cgroup.map(Path::toString).orElse(""),
                setsid,
                limits.openFiles(),
                limits.processes(),
                limits.mark()));
        command.addAll(argv);
        return command;
    }

    /**
     * Whether Java can pass this on as it is. In a locale that is not UTF-8 it would silently make a question mark of
     * every letter that the locale lacks.
     */
    boolean canPass(String value) {
        return systemCharset.newEncoder().canEncode(value);
    }

    private static String read() {
        try (var in = Objects.requireNonNull(Shim.class.getResourceAsStream("shim.sh"), "shim.sh is missing")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.stripLeading().startsWith("#"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
