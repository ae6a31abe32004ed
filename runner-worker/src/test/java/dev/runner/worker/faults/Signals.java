package dev.runner.worker.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/** Signals, and who carries the marks of a job. */
final class Signals {
    private static final String JOB = "RUNNER_JOB_ID=";

    private Signals() {}

    static void send(String signal, long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + signal, Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("cannot send %s to %d".formatted(signal, pid));
        }
    }

    /** Which of these jobs have live processes. */
    static Set<UUID> alive(Set<UUID> jobs) throws IOException {
        return new HashSet<>(processesOf(jobs).values());
    }

    /** Ends everything that carries the mark of one of these jobs. */
    static void killAll(Set<UUID> jobs) throws IOException {
        processesOf(jobs).keySet().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
    }

    private static Map<Long, UUID> processesOf(Set<UUID> jobs) throws IOException {
        var found = new HashMap<Long, UUID>();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : processes.toList()) {
                String name = process.getFileName().toString();
                if (Character.digit(name.charAt(0), 10) >= 0) {
                    jobOf(process).filter(jobs::contains).ifPresent(id -> found.put(Long.valueOf(name), id));
                }
            }
        }
        return found;
    }

    /** Whose process it is; a zombie has no environment any more and does not count. */
    private static Optional<UUID> jobOf(Path process) {
        try {
            String environment = Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            return Stream.of(environment.split("\0", -1))
                    .filter(entry -> entry.startsWith(JOB))
                    .findFirst()
                    .map(entry -> UUID.fromString(entry.substring(JOB.length())));
        } catch (IOException | IllegalArgumentException e) {
            // Gone meanwhile, or somebody else's.
            return Optional.empty();
        }
    }
}
