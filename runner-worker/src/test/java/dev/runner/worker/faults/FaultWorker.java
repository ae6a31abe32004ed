package dev.runner.worker.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A worker as it is delivered, started by its script as a process of its own. */
final class FaultWorker implements AutoCloseable {
    private final Process process;
    private final Path log;

    private FaultWorker(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    static FaultWorker start(List<String> wrapper, Path program, Map<String, String> settings, Path log)
            throws IOException {
        var command = new ArrayList<>(wrapper);
        command.addAll(List.of(program.toString(), "run"));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("RUNNER_"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        // Quick to start and small: what is tried here is not speed.
        environment.put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx128m -XX:-DisableAttachMechanism");
        environment.putAll(settings);
        return new FaultWorker(builder.start(), log);
    }

    /** {@code kill -9}; its jobs go on. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it in the middle of whatever it does; it does not notice. */
    void freeze() throws IOException, InterruptedException {
        Signals.send("STOP", process.pid());
    }

    void thaw() throws IOException, InterruptedException {
        Signals.send("CONT", process.pid());
    }

    /** Tells it to end, and how it did. */
    int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("a worker that was told to stop did not; see " + log);
        }
        return process.exitValue();
    }

    /** Writes down what all its threads do, beside its log; for one that does not do what it should. */
    void dumpThreads() throws IOException, InterruptedException {
        if (process.isAlive()) {
            new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            "Thread.dump_to_file",
                            "-overwrite",
                            log + ".threads")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor(20, TimeUnit.SECONDS);
        }
    }

    /** How it ended by itself. */
    int ended() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("a worker that should have ended did not; see " + log);
        }
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Its id, once it has said it. */
    String id() {
        var id = new String[1];
        Until.seen("a worker has told its id, see " + log, java.time.Duration.ofSeconds(60), () -> {
            if (!process.isAlive()) {
                throw new IOException("a worker ended by itself: " + Files.readString(log));
            }
            String text = Files.readString(log);
            int at = text.indexOf("worker_id=\"");
            if (at < 0 || !text.contains("worker started")) {
                return false;
            }
            int begin = at + "worker_id=\"".length();
            id[0] = text.substring(begin, text.indexOf('"', begin));
            return true;
        });
        return id[0];
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
