package dev.runner.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** One of the two programs, started by its script as an operator would, with an environment of its own. */
final class Daemon implements AutoCloseable {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** With what follows: a line that is still being written would tell half of the port. */
    private static final Pattern LISTENING = Pattern.compile("listening on http://[^:]+:(\\d+)\\s");

    /** They live for seconds, in which the second compiler would only be in the way. */
    private static final String JAVA_OPTS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

    private final Process process;
    private final Path output;

    private Daemon(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    static Daemon start(String program, String command, Map<String, String> settings, Path output) {
        Path script = ROOT.resolve("%s/target/%s/bin/%s".formatted(program, program, program));
        var builder = new ProcessBuilder(script.toString(), command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("RUNNER_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("JAVA_OPTS", JAVA_OPTS);
        builder.environment().putAll(settings);
        try {
            return new Daemon(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The port it listens on, once it does. */
    int port() {
        String said = Eventually.get("listening", this::said, text -> {
            if (!process.isAlive()) {
                throw new AssertionError("it ended with %d: %s".formatted(process.exitValue(), text));
            }
            return LISTENING.matcher(text).find();
        });
        return LISTENING
                .matcher(said)
                .results()
                .mapToInt(found -> Integer.parseInt(found.group(1)))
                .findFirst()
                .orElseThrow();
    }

    String said() {
        try {
            return Files.readString(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL; returns when it is gone. */
    void kill() {
        process.destroyForcibly();
        exitCode();
    }

    /** SIGTERM; returns its exit code. */
    int terminate() {
        process.destroy();
        return exitCode();
    }

    private int exitCode() {
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("it did not end within a minute: " + said());
            }
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
