package dev.runner.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first process of the worker's container, with a worker that ends as it is told. */
class WorkerInitTest {
    @TempDir
    Path folder;

    @Test
    void one_that_cannot_start_again_is_tried_until_it_can_because_jobs_of_the_one_before_may_live() throws Exception {
        assertThat(exitCodeAfter("137", "1", "4", "0")).isZero();
        assertThat(starts()).isEqualTo(4);
    }

    @Test
    void one_that_never_started_is_left_to_the_engine() throws Exception {
        assertThat(exitCodeAfter("1", "0")).isEqualTo(1);
        assertThat(starts()).isEqualTo(1);
    }

    @Test
    void anything_but_running_is_passed_on() throws Exception {
        worker("3");
        assertThat(run("check")).isEqualTo(3);
    }

    private int exitCodeAfter(String... codes) throws Exception {
        worker(codes);
        return run("run");
    }

    private long starts() throws IOException {
        try (var lines = Files.lines(folder.resolve("starts"))) {
            return lines.count();
        }
    }

    private void worker(String... codes) throws IOException {
        Files.write(folder.resolve("codes"), java.util.List.of(codes));
        Path program = Files.writeString(folder.resolve("runner-worker"), """
                #!/bin/sh
                echo x >>%1$s/starts
                exit "$(sed -n "$(wc -l <%1$s/starts)p" %1$s/codes)"
                """.formatted(folder));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private int run(String command) throws Exception {
        String script = Files.readString(Path.of("../deploy/docker/worker-init"))
                .replace(
                        "/opt/runner/worker/bin/runner-worker",
                        folder.resolve("runner-worker").toString());
        Path copy = Files.writeString(folder.resolve("worker-init"), script);
        Process process = new ProcessBuilder("bash", copy.toString(), command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }
}
