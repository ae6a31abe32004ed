package dev.runner.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.runner.queue.LauncherLock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class WorkerIdentityTest {
    @Test
    void each_boot_has_an_id_of_its_own_that_fits_an_application_name() {
        var first = WorkerIdentity.create("1.0");
        var second = WorkerIdentity.create("1.0");

        assertThat(first.id()).isNotEqualTo(second.id()).matches("[A-Za-z0-9.-]+-[0-9a-f]{12}");
        assertThat(first.id().length()).isLessThanOrEqualTo(LauncherLock.longestWorkerId());
        assertThat(first.host()).isEqualTo(second.host());
    }

    @Test
    void a_host_that_no_name_service_knows_has_its_name_all_the_same() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String name = "nobody-knows-me";
        String rename = "echo %s >/proc/sys/kernel/hostname && ".formatted(name);
        assumeTrue(run("unshare", "--uts", "sh", "-c", rename + "true").isEmpty(), "no host may be renamed here");

        String said = run(
                "unshare",
                "--uts",
                "sh",
                "-c",
                rename
                        + "%s -cp %s %s"
                                .formatted(java, System.getProperty("java.class.path"), IdentityMain.class.getName()));

        assertThat(said).contains("host: " + name);
    }

    /** What it says; not nothing when it cannot be run. */
    private static String run(String... command) throws InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? text : text + " failed";
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Test
    void a_build_without_a_version_says_so() {
        assertThat(WorkerIdentity.create(null).version()).isEqualTo("development");
    }
}
