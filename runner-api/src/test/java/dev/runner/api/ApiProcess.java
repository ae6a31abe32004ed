package dev.runner.api;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** {@code runner-api} as a process of its own, started as an operator would, with an environment of its own. */
final class ApiProcess implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on http://[^:]+:(\\d+)");

    private final Process process;
    private final int port;

    private ApiProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Returns once it serves. */
    static ApiProcess start(Map<String, String> settings) {
        try {
            Process process = process(settings, "serve");
            var seen = new ArrayList<String>();
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                seen.add(line);
                var matcher = LISTENING.matcher(line);
                if (matcher.find()) {
                    drain(output);
                    return new ApiProcess(process, Integer.parseInt(matcher.group(1)));
                }
            }
            throw new IllegalStateException("it ended without serving: " + seen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a command printed, and its exit code. */
    record Ended(int code, List<String> lines) {}

    static Ended run(Map<String, String> settings, String command) {
        try {
            Process process = process(settings, command);
            List<String> lines =
                    process.inputReader(StandardCharsets.UTF_8).lines().toList();
            return new Ended(process.waitFor(), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Process process(Map<String, String> settings, String command) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var builder = new ProcessBuilder(
                java,
                "-XX:TieredStopAtLevel=1",
                // The product's own logging, not the tests' quiet one, which is on this class path as well.
                "-Dlogback.configurationFile=logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                ApiMain.class.getName(),
                command);
        builder.redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("RUNNER_"));
        builder.environment().putAll(settings);
        return builder.start();
    }

    /** A full pipe would stop the process at its next log line. Reading one pins a carrier, so not a virtual thread. */
    private static void drain(BufferedReader output) {
        Thread.ofPlatform().daemon().start(() -> output.lines().forEach(line -> {}));
    }

    TestClient as(String person) {
        return new TestClient(port, TestApi.token(person));
    }

    TestClient withToken(String token) {
        return new TestClient(port, token);
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IllegalStateException("it did not stop within 30 s of being told to");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
